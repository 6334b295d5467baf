// The page of people: all of the organization, with their roles; who leaves, who comes back, what they are called.
import { MoreHorizontal } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { showMenu } from '../parts/menu'
import { isAdministrator, isOwner } from '../store/permissions'
import type { User } from '../store/users'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import { dayWords } from '../texts/times'
import { useEdited } from '../parts/edited'
import { ask, FormDialog, TextField } from '../settings/controls/form-dialog'
import { FilterField, fits, Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { roles, roleTitle } from '../settings/controls/people-and-groups'
import { SaveNote, useChange } from '../settings/controls/saving'
import { Select } from '../settings/controls/setting-rows'
import { ProfileFieldRow } from '../settings/profile-field-row'
import { administratorsOnly } from './settings'

type Shown = 'active' | 'guests' | 'deactivated'

export function PeoplePage() {
  const [filter, setFilter] = useState('')
  const [shown, setShown] = useState<Shown>('active')
  const refusal = administratorsOnly()
  const people = [...state().users.values()]
    .filter((user) => !user.is_bot && isShown(user, shown))
    .filter((user) => fits(filter, user.full_name, user.delivery_email, roleTitle(user.role)))
    .sort((a, b) => a.role - b.role || a.full_name.localeCompare(b.full_name))
  return (
    <>
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      <div class="list-tools">
        <FilterField value={filter} onInput={setFilter} label={text('settings.filterPeople')} />
        <Select
          aria-label={text('organization.whichPeople')}
          value={shown}
          options={[
            { value: 'active', label: text('organization.activePeople') },
            { value: 'guests', label: text('organization.guests') },
            { value: 'deactivated', label: text('organization.deactivatedPeople') },
          ]}
          onChange={(each) => setShown(each)}
        />
      </div>
      <p class="hint">{text('settings.peopleCount', { count: people.length })}</p>
      <List
        items={people}
        keyOf={({ user_id }) => user_id}
        label={text('organization.people')}
        empty={text('organization.nobodyFound')}
      >
        {(user) => <PersonLine user={user} />}
      </List>
    </>
  )
}

function isShown({ is_active, is_guest }: User, shown: Shown): boolean {
  if (shown === 'deactivated') return !is_active
  return is_active && (shown === 'active' || is_guest)
}

function PersonLine({ user }: { user: User }) {
  const { user_id, full_name, delivery_email, role, is_active, avatar_url, date_joined } = user
  const { shown, change, outcome } = useChange(role, (role) => call('PATCH', `/users/${user_id}`, { role }))
  const joined = text('organization.joined', { day: dayWords(Date.parse(date_joined) / 1000) })
  return (
    <Line
      lead={<Avatar id={user_id} name={full_name} url={avatar_url} size={32} />}
      title={full_name}
      note={
        <>
          {delivery_email === null ? joined : `${delivery_email} · ${joined}`}
          <SaveNote outcome={outcome} />
        </>
      }
      actions={
        <>
          {mayChangeRole(user) ? (
            <Select
              aria-label={text('organization.roleOf', { name: full_name })}
              value={shown}
              options={Object.keys(roles)
                .map(Number)
                .filter((each) => each !== 100 || role === 100 || isOwner(state()))
                .map((value) => ({ value, label: roleTitle(value) }))}
              onChange={(next) => void change(next)}
            />
          ) : (
            <span class="hint">{roleTitle(role)}</span>
          )}
          {mayAdminister(user) && (
            <IconButton
              icon={MoreHorizontal}
              label={text('organization.actionsFor', { name: full_name })}
              onClick={({ currentTarget }) => showPersonMenu(user, currentTarget, is_active)}
            />
          )}
        </>
      }
    />
  )
}

/** Whom this person may change: administrators everybody but owners, whom only owners do. */
function mayAdminister({ is_owner }: User): boolean {
  return isAdministrator(state()) && (!is_owner || isOwner(state()))
}

function mayChangeRole(user: User): boolean {
  return user.is_active && mayAdminister(user)
}

function showPersonMenu(user: User, at: Element, isActive: boolean): void {
  const { user_id: id, full_name: name } = user
  showMenu(text('organization.actionsFor', { name }), at, [
    {
      label: text('organization.editPerson'),
      run: () => void showDialog((close) => <PersonDialog id={id} onClose={close} />),
    },
    undefined,
    isActive
      ? {
          label: text('organization.deactivatePerson'),
          danger: true,
          run: () => void showDialog((close) => <DeactivateDialog user={user} onClose={close} />),
        }
      : {
          label: text('organization.reactivatePerson'),
          run: () =>
            ask({
              title: text('organization.reactivatePerson'),
              words: text('organization.reactivateWords', { name }),
              action: text('organization.reactivatePerson'),
              run: () => call('POST', `/users/${id}/reactivate`),
            }),
        },
  ])
}

function DeactivateDialog({ user, onClose }: { user: User; onClose(): void }) {
  const [tells, setTells] = useState(false)
  const [comment, setComment] = useState('')
  const [revokes, setRevokes] = useState(false)
  return (
    <FormDialog
      title={text('organization.deactivateName', { name: user.full_name })}
      action={text('organization.deactivatePerson')}
      isDanger
      submit={() =>
        call('DELETE', `/users/${user.user_id}`, {
          revoke_invitations: revokes,
          ...(tells ? { deactivation_notification_comment: comment } : {}),
        })
      }
      onClose={onClose}
    >
      <p>{text('organization.deactivateWords')}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={revokes}
          onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
        />
        {text('organization.revokeInvitations')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={tells}
          onChange={({ currentTarget }) => setTells(currentTarget.checked)}
        />
        {text('organization.tellByMail')}
      </label>
      {tells && (
        <TextField
          label={text('organization.comment')}
          value={comment}
          maxLength={2000}
          lines={3}
          onInput={setComment}
        />
      )}
    </FormDialog>
  )
}

/** Name, address and profile of somebody else, by an administrator. */
function PersonDialog({ id, onClose }: { id: number; onClose(): void }) {
  const user = state().users.get(id)
  const { shown, set, send, isGone } = useEdited(
    user && { full_name: user.full_name, new_email: user.delivery_email ?? '' },
    { full_name: '', new_email: '' },
  )
  const fieldsId = useUniqueId()
  return (
    <FormDialog
      title={text('organization.editPerson')}
      action={text('settings.save')}
      size="medium"
      isGone={isGone}
      submit={() => send((changes) => call('PATCH', `/users/${id}`, changes))}
      onClose={onClose}
      below={
        user && (
          <section aria-labelledby={fieldsId}>
            <h3 id={fieldsId} class="for-ears">
              {text('settings.profileFields')}
            </h3>
            {state().profileFields.map((field) => (
              <ProfileFieldRow
                key={field.id}
                field={field}
                value={user.profile_data?.[field.id]?.value ?? ''}
                refusal={undefined}
                send={(value) => call('PATCH', `/users/${id}`, { profile_data: [{ id: field.id, value }] })}
              />
            ))}
          </section>
        )
      }
    >
      <TextField
        label={text('settings.fullName')}
        value={shown.full_name}
        maxLength={100}
        isRequired
        onInput={(words) => set({ full_name: words })}
      />
      {isOwner(state()) && (
        <TextField
          label={text('settings.address')}
          type="email"
          value={shown.new_email}
          // Who has one keeps one; of who has never shown theirs, it is not known.
          isRequired={(user?.delivery_email ?? null) !== null}
          onInput={(words) => set({ new_email: words })}
        />
      )}
    </FormDialog>
  )
}
