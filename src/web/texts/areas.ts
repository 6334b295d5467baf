// Which areas of the texts are loaded when: all but these are there at first.

/** What nobody needs to read and write messages: it comes with the views that show it. */
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

/**
 * The server's sentences, of which each language says what they mean, and what it calls parameters: read by those who are refused
 * something in another language than English.
 */
export const serverAreas: readonly string[] = ['server', 'parameter']
