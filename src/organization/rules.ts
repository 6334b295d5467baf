// What whoever runs the server decides for all its organizations.

export interface ServerRules {
  /** The contract's CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE: presence only of people one may see (4.9). */
  readonly canAccessAllUsersGroupLimitsPresence: boolean
  /** How late a scheduled message may still be sent that was due while the server was not running, in seconds. */
  readonly longestMessageDelaySeconds: number
}

export const defaultRules: ServerRules = {
  canAccessAllUsersGroupLimitsPresence: false,
  longestMessageDelaySeconds: 600,
}
