// The end of the organization: an owner closes it to everybody.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { stopPolling } from '../live/connection'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { isOwner } from '../store/permissions'
import { text } from '../texts/text'
import { FormDialog, TextField } from '../settings/controls/form-dialog'
import { Section } from '../settings/controls/row'

export function Closing() {
  if (!isOwner(state())) return null
  return (
    <Section title={text('organization.close')} hint={text('organization.closeHint')}>
      <button
        type="button"
        class="button danger"
        onClick={() => showDialog((close) => <ClosingDialog onClose={close} />)}
      >
        {text('organization.close')}
      </button>
    </Section>
  )
}

/** Who closes it types its name, so that nobody does by mistake. */
function ClosingDialog({ onClose }: { onClose(): void }) {
  const { name } = state().organization
  const [said, setSaid] = useState('')
  const submit = async (): Promise<void> => {
    await call('POST', '/realm/deactivate')
    stopPolling()
    // A page of the server's says that it is closed, and how it is opened again.
    location.assign('/login')
  }
  return (
    <FormDialog
      title={text('organization.closeName', { name })}
      action={text('organization.close')}
      isDanger
      isReady={said.trim() === name}
      submit={submit}
      onClose={onClose}
    >
      <p>{text('organization.closeWords')}</p>
      <TextField
        label={text('organization.typeName', { name })}
        value={said}
        autocomplete="off"
        isRequired
        onInput={setSaid}
      />
    </FormDialog>
  )
}
