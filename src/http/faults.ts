// What can be wrong with what people fill in: errors say it in English, and name it, so that pages can say it in their language.

/** What is wrong, and the limit that it breaks, where there is one. */
export interface Fault {
  readonly is: FaultName
  readonly limit: number
}

export type FaultName =
  | 'emailInvalid'
  | 'emailReserved'
  | 'emailTaken'
  | 'emailOutside'
  | 'emailDisposable'
  | 'nameEmpty'
  | 'nameTooLong'
  | 'nameCharacters'
  | 'nameWildcard'
  | 'nameTaken'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'invitationEnded'
  | 'invitationNeeded'
  | 'linkEnded'
  | 'organizationNameEmpty'
  | 'organizationNameTooLong'
  | 'channelNameTooLong'
  | 'channelNameCharacters'
  | 'tooManyChannels'
  | 'noSuchOrganization'

export function fault(is: FaultName, limit = 0): Fault {
  return { is, limit }
}
