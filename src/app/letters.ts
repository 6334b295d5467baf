// The kinds of letters that go out by mail: every feature that sends any, one line each.
import { accountLetters } from '../accounts/letters'
import { administrationLetters } from '../administration/letters'
import { certificateLetters } from '../certificate-notices/letters'
import { invitationLetters } from '../invitations/letters'
import { registrationLetters } from '../joining/letters'
import { loginLetters } from '../login-notices/letters'
import { digestLetters } from '../digest/letter'
import { missedLetters } from '../missed-messages/letter'
import type { LetterKind } from '../mail/letter'
import { passwordLetters } from '../password-resets/letters'

export const letters: readonly LetterKind[] = [
  ...accountLetters,
  administrationLetters,
  certificateLetters,
  digestLetters,
  invitationLetters,
  loginLetters,
  missedLetters,
  passwordLetters,
  registrationLetters,
]
