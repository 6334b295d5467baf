// The actions that the audit log knows, with what each says. The first word is the kind of thing that was changed.

export const auditActions = {
  'organization.created': 'The organization was founded',
  'organization.exported': 'Whoever runs the server wrote the organization to an archive',
  'organization.imported': 'The organization came here in an archive of another server',
  'organization.taken_in': 'People, channels and messages of another service were imported',
  'organization.deactivated': 'The organization was closed to everybody',
  'organization.reactivated': 'The organization was opened again',
  'organization.setting_changed': 'Settings of the organization have other values',
  'organization.permission_changed': 'Permissions of the organization were given to other groups',
  'organization.picture_changed': 'The organization has another icon or logo, or none of its own',
  'organization.user_default_changed': 'New accounts start with other values of personal settings',

  'user.created': 'An account was made: by whose it is where somebody joins',
  'user.deactivated': 'An account was closed',
  'user.reactivated': 'An account was opened again',
  'user.role_changed': 'Somebody has another role',
  'user.name_changed': 'Somebody has another name',
  'user.email_changed': 'Somebody has another e-mail address',
  'user.profile_changed': 'Somebody else changed what a person says in custom profile fields',
  'user.status_changed': 'Somebody else changed the status of a person',

  'user.logged_in': 'Somebody logged in with their password',
  'user.login_failed': 'Wrong passwords for an account, within an hour; without one, for none that there is',
  'user.logged_out': 'Somebody logged out of their browser',
  'user.sessions_ended': 'Browsers of a person were logged out, one or all',
  'user.password_changed': 'Somebody has another password',
  'user.password_refused':
    'Wrong old passwords of somebody who is logged in and wants another, within an hour',
  'user.password_link_made': 'A link was made with which a person sets a new password',
  'user.password_link_asked':
    'Somebody asked for such a link by mail, within an hour; without a person, for an address that nobody has',
  'user.password_reset': 'Somebody set a new password with such a link',
  'user.api_key_made': 'A person or bot has a new API key, beside those they have or instead of them',

  'bot.created': 'A bot was made',
  'bot.changed': 'A bot is configured in another way; not with what, as that may be secret',
  'bot.owner_changed': 'A bot belongs to somebody else',

  'invitation.created': 'People were invited, by address or by link',
  'invitation.resent': 'An invitation was sent once more',
  'invitation.used': 'Somebody joined with an invitation',
  'invitation.revoked': 'An invitation was taken back',

  'group.created': 'A user group was made',
  'group.changed': 'A user group has another name, description or permission',
  'group.deactivated': 'A user group was put out of use',
  'group.reactivated': 'A user group was taken into use again',
  'group.members_added': 'People were added to a user group',
  'group.members_removed': 'People were removed from a user group',
  'group.subgroups_added': 'Groups were added to a user group',
  'group.subgroups_removed': 'Groups were removed from a user group',

  'channel.created': 'A channel was made',
  'channel.changed': 'A channel has another name, description, privacy, folder, setting or permission',
  'channel.archived': 'A channel was archived',
  'channel.unarchived': 'A channel was taken into use again',
  'channel.default_added': 'New people are subscribed to a channel',
  'channel.default_removed': 'New people are no longer subscribed to a channel',
  'channel.topic_deleted': 'A topic was deleted, with all that could be read in it',
  'channel.messages_expired': 'Messages of a channel were deleted for their age, within an hour',
  'channel.subscribers_added': 'Somebody subscribed others to a channel',
  'channel.subscribers_removed': 'Somebody unsubscribed others from a channel',

  'default_channel_group.created': 'A default channel group was made',
  'default_channel_group.changed': 'A default channel group has another name, description or channels',
  'default_channel_group.removed': 'A default channel group was removed',

  'channel_folder.created': 'A channel folder was made',
  'channel_folder.changed': 'A channel folder has another name or description, or was archived',
  'channel_folder.reordered': 'Channel folders are in another order',

  'domain.added': 'People with addresses of a domain may join',
  'domain.changed': 'Whether a domain stands for its subdomains, too',
  'domain.removed': 'A domain was removed',

  'linkifier.added': 'A linkifier was added',
  'linkifier.changed': 'A linkifier has another pattern or target',
  'linkifier.removed': 'A linkifier was removed',
  'linkifier.reordered': 'Linkifiers are in another order',

  'profile_field.added': 'A custom profile field was added',
  'profile_field.changed': 'A custom profile field is another',
  'profile_field.removed': 'A custom profile field was removed, with all that people say in it',
  'profile_field.reordered': 'Custom profile fields are in another order',

  'emoji.added': 'A custom emoji was added',
  'emoji.removed': 'A custom emoji was put out of use',

  'playground.added': 'A code playground was added',
  'playground.removed': 'A code playground was removed',

  'message.moved': 'Somebody moved messages of others',
  'message.deleted': 'Somebody deleted messages of others',
  'message.direct_expired': 'Direct messages were deleted for their age, within an hour',
  'message.restored': 'Deleted messages were brought back',

  'export.requested': 'An archive of the organization was asked for',
  'export.deleted': 'An archive of the organization was deleted',

  'delivery.failed':
    'What was to leave the server was given up, within an hour: pushes, mails, calls of webhooks',
  'job.retried': 'Background work was given a new chance',
  'job.dropped': 'Background work was given up',
} as const

export type AuditAction = keyof typeof auditActions

export const auditActionNames: readonly AuditAction[] = Object.keys(auditActions).filter(isAuditAction)

function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(auditActions, name)
}

/** The kind of thing that an action changes, such as `user`. */
export function kindOf(action: AuditAction): string {
  return action.slice(0, action.indexOf('.'))
}
