// What stands in the client's place when the session was ended elsewhere: that it was, and what becomes of what was not sent.
import { forgetStored } from '../live/own-storage'
import { Dialog } from '../parts/dialog'
import { loadAllTexts, text } from '../texts/text'
import { logInAgain } from './log-in-again'

/** @returns the view, once its texts are there */
export async function endedView(): Promise<typeof Ended> {
  await loadAllTexts()
  return Ended
}

function Ended() {
  return (
    <Dialog
      title={text('settings.sessionEnded')}
      onClose={logInAgain}
      actions={
        <>
          <button type="button" class="button plain" onClick={forget}>
            {text('settings.forgetHere')}
          </button>
          <button type="button" class="button" autofocus onClick={logInAgain}>
            {text('settings.logInAgain')}
          </button>
        </>
      }
    >
      <p>{text('settings.sessionEndedWords')}</p>
      <p>{text('settings.sessionEndedKept')}</p>
    </Dialog>
  )
}

function forget(): void {
  forgetStored()
  logInAgain()
}
