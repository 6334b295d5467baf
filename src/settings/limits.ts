// The settings of how much people may ask of the server.
import { switched, whole } from './kinds'
import { setting, type Group } from './setting'

export const rateLimits = setting({
  name: 'rate-limits',
  kind: switched,
  placeholder: 'on|off',
  usual: 'on',
  sentence: 'limits on requests and logins',
})

export const requestsPerMinute = setting({
  name: 'requests-per-minute',
  kind: whole(1, 1e9),
  placeholder: 'n',
  usual: '200',
  unit: 'requests',
  sentence: 'limit for one person',
})

export const loginAttempts = setting({
  name: 'login-attempts',
  kind: whole(1, 1e9),
  placeholder: 'n',
  usual: '5',
  unit: 'attempts',
  sentence: 'wrong passwords for one account in half an hour before it has to wait',
})

export const invitationsPerDay = setting({
  name: 'invitations-per-day',
  kind: whole(0, 1e9),
  placeholder: 'n',
  usual: '500',
  unit: 'people',
  sentence: 'how many people an organization may invite by e-mail address',
})

export const longestMessageDelay = setting({
  name: 'longest-message-delay',
  kind: whole(0, 1e9),
  placeholder: 'minutes',
  usual: '10',
  unit: 'minutes',
  sentence: 'how late a scheduled message is still sent that was due while the server was not running',
})

export const canAccessAllUsersGroupLimitsPresence = setting({
  name: 'can-access-all-users-group-limits-presence',
  kind: switched,
  placeholder: 'on|off',
  usual: 'off',
  sentence: 'guests who may not see everybody get presence only of those they see',
})

export const limits: Group = {
  title: 'Limits',
  settings: [
    rateLimits,
    requestsPerMinute,
    loginAttempts,
    invitationsPerDay,
    longestMessageDelay,
    canAccessAllUsersGroupLimitsPresence,
  ],
}
