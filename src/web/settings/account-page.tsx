// The page of one's account: address, password, API key, and its end.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { toast } from '../parts/toasts'
import { isAdministrator } from '../store/permissions'
import { text } from '../texts/text'
import { CopyField } from './controls/copy-field'
import { ask, FormDialog, TextField } from './controls/form-dialog'
import { Section } from './controls/row'

export function AccountPage() {
  return (
    <>
      <Address />
      <Password />
      <ApiKey />
      <Ending />
    </>
  )
}

function Address() {
  const { ownUser, organization } = state()
  const isFixed = organization.email_changes_disabled && !isAdministrator(state())
  return (
    <Section title={text('settings.address')} hint={isFixed ? text('settings.addressesAreFixed') : undefined}>
      <div class="plain-row">
        <span class="list-title">{ownUser.delivery_email}</span>
        <button
          type="button"
          class="button plain"
          disabled={isFixed}
          onClick={() => showDialog((close) => <AddressDialog onClose={close} />)}
        >
          {text('settings.changeAddress')}
        </button>
      </div>
    </Section>
  )
}

function AddressDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('')
  const submit = async (): Promise<void> => {
    await call('PATCH', '/settings', { email })
    // Where the server sends mail, whoever reads it there has to agree first.
    if (state().ownUser.delivery_email !== email) toast(text('settings.addressAsked', { address: email }))
  }
  return (
    <FormDialog
      title={text('settings.changeAddress')}
      action={text('settings.save')}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('settings.newAddress')}
        hint={text('settings.newAddressHint')}
        type="email"
        autocomplete="email"
        isRequired
        value={email}
        onInput={setEmail}
      />
    </FormDialog>
  )
}

function Password() {
  return (
    <Section title={text('settings.password')}>
      <button
        type="button"
        class="button plain"
        onClick={() => showDialog((close) => <PasswordDialog onClose={close} />)}
      >
        {text('settings.changePassword')}
      </button>
    </Section>
  )
}

function PasswordDialog({ onClose }: { onClose(): void }) {
  const { password_min_length: min, password_max_length: max } = state().server
  const [before, setBefore] = useState('')
  const [now, setNow] = useState('')
  const [keeps, setKeeps] = useState(false)
  const submit = async (): Promise<void> => {
    await call('PATCH', '/settings', { old_password: before, new_password: now, keep_other_logins: keeps })
    toast(text('settings.passwordChanged'))
  }
  return (
    <FormDialog
      title={text('settings.changePassword')}
      action={text('settings.changePassword')}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('settings.oldPassword')}
        type="password"
        autocomplete="current-password"
        isRequired
        value={before}
        onInput={setBefore}
      />
      <TextField
        label={text('settings.newPassword')}
        hint={text('settings.passwordRule', { count: min })}
        type="password"
        autocomplete="new-password"
        isRequired
        minLength={min}
        maxLength={max}
        value={now}
        onInput={setNow}
      />
      <Strength length={[...now].length} min={min} />
      <label class="check">
        <input
          type="checkbox"
          checked={keeps}
          onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
        />
        {text('settings.keepOtherLogins')}
      </label>
    </FormDialog>
  )
}

/** How far a password is from what is asked for, and from what is good: its length is what counts. */
function Strength({ length, min }: { length: number; min: number }) {
  const good = Math.max(14, min + 4)
  const word = length < min ? 'settings.tooShort' : length < good ? 'settings.goodEnough' : 'settings.strong'
  return (
    <div class="strength" data-level={length < min ? 'bad' : length < good ? 'fair' : 'good'}>
      <meter
        min={0}
        max={good}
        low={min}
        optimum={good}
        value={Math.min(length, good)}
        aria-label={text('settings.strength')}
      />
      <span role="status">{length > 0 && text(word)}</span>
    </div>
  )
}

function ApiKey() {
  return (
    <Section title={text('settings.apiKey')} hint={text('settings.apiKeyHint')}>
      <div class="buttons">
        <button
          type="button"
          class="button plain"
          onClick={() => showDialog((close) => <KeyDialog onClose={close} />)}
        >
          {text('settings.showKey')}
        </button>
        <button
          type="button"
          class="button plain"
          onClick={() =>
            ask({
              title: text('settings.regenerateKey'),
              words: text('settings.regenerateKeyWords'),
              action: text('settings.regenerateKey'),
              run: async () => {
                const { api_key } = await call('POST', '/users/me/api_key/regenerate')
                showKey(String(api_key))
              },
            })
          }
        >
          {text('settings.regenerateKey')}
        </button>
      </div>
    </Section>
  )
}

/** The server keeps no key itself: whoever asks with their password gets one of their own. */
function KeyDialog({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('')
  const submit = async (): Promise<void> => {
    const { delivery_email } = state().ownUser
    const { api_key } = await call('POST', '/fetch_api_key', { username: delivery_email, password })
    showKey(String(api_key))
  }
  return (
    <FormDialog
      title={text('settings.showKey')}
      action={text('settings.showKey')}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('settings.yourPassword')}
        type="password"
        autocomplete="current-password"
        isRequired
        value={password}
        onInput={setPassword}
      />
    </FormDialog>
  )
}

function showKey(key: string): void {
  showDialog((close) => (
    <FormDialog
      title={text('settings.apiKey')}
      action={text('settings.done')}
      submit={async () => undefined}
      onClose={close}
    >
      <CopyField label={text('settings.apiKey')} value={key} />
      <CopyField label={text('settings.keyAddress')} value={state().ownUser.email} />
    </FormDialog>
  ))
}

function Ending() {
  return (
    <Section title={text('settings.deactivate')} hint={text('settings.deactivateHint')}>
      <button
        type="button"
        class="button danger"
        onClick={() =>
          ask({
            title: text('settings.deactivate'),
            words: text('settings.deactivateWords'),
            action: text('settings.deactivate'),
            run: async () => {
              await call('DELETE', '/users/me')
              location.assign('/login')
            },
          })
        }
      >
        {text('settings.deactivate')}
      </button>
    </Section>
  )
}
