// The areas of the texts that nobody needs to read and write messages: they are loaded with the views that show them.

/** Of `en.json` and each other language. */
export const laterAreas: readonly string[] = [
  'search',
  'settings',
  'preference',
  'preferenceHint',
  'option',
  'organization',
  'organizationSetting',
  'audit',
  'auditKind',
  'auditProperty',
  'permission',
  'channels',
  'channelPermission',
  'groups',
  'groupPermission',
]
