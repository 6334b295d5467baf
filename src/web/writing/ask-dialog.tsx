// Asks before something that many would notice.
import { Dialog } from '../parts/dialog'
import { text } from '../texts/text'

interface Props {
  title: string
  words: string
  action: string
  close(): void
  run(): void
}

export function AskDialog({ title, words, action, close, run }: Props) {
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <button type="button" class="button plain" onClick={close}>
            {text('writing.cancel')}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              close()
              run()
            }}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{words}</p>
    </Dialog>
  )
}
