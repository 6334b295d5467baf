// The page of invitations: making links and sending mails, and those that are still open.
import { Link2, Mail, RotateCw, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call, inReadersWords, Problem } from '../api/call'
import { isFields, isText } from '../store/shapes'
import type { Parameters } from '../api/form'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { may } from '../store/permissions'
import { shownName } from '../people/names'
import { durationWords } from '../texts/durations'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import { whenWords } from '../texts/times'
import { CopyField } from '../settings/controls/copy-field'
import { useFetched, WhenFetched } from '../settings/controls/fetched'
import { ask, Field, FormDialog, TextField } from '../settings/controls/form-dialog'
import { Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { PeopleAndGroups, roles, roleTitle } from '../settings/controls/people-and-groups'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { Select } from '../settings/controls/setting-rows'
import { ChannelChooser } from './channel-chooser'

interface Invitation {
  id: number
  invited_by_user_id: number
  expiry_date: number | null
  invited_as: number
  email?: string
  is_multiuse: boolean
  link_url?: string
}

export function InvitationsPage() {
  // An event says that there are others now.
  const invitations = useFetched(async () => {
    const { invites } = await call('GET', '/invites')
    return Array.isArray(invites) ? invites.filter(isInvitation) : []
  }, state().invitationChanges)
  const { outcome, save } = useSaving()
  const [maySend, mayLink] = [
    may(state(), 'can_invite_users_group'),
    may(state(), 'create_multiuse_invite_group'),
  ]
  return (
    <>
      {!maySend && !mayLink && <Notice>{text('organization.mayNotInvite')}</Notice>}
      <div class="buttons">
        {maySend && (
          <button type="button" class="button" onClick={() => openDialog('mail')}>
            <Mail size={16} aria-hidden="true" />
            {text('organization.inviteByMail')}
          </button>
        )}
        {mayLink && (
          <button type="button" class="button plain" onClick={() => openDialog('link')}>
            <Link2 size={16} aria-hidden="true" />
            {text('organization.inviteByLink')}
          </button>
        )}
      </div>
      <SaveNote outcome={outcome} />
      <WhenFetched of={invitations}>
        {(all) => (
          <List
            items={all}
            keyOf={({ id, is_multiuse }) => `${is_multiuse} ${id}`}
            label={text('organization.invitations')}
            empty={text('organization.noInvitations')}
          >
            {(invitation) => <InvitationLine invitation={invitation} save={save} />}
          </List>
        )}
      </WhenFetched>
    </>
  )
}

function InvitationLine({
  invitation,
  save,
}: {
  invitation: Invitation
  save(work: () => Promise<unknown>): Promise<boolean>
}) {
  const { id, email, is_multiuse, link_url, invited_as, expiry_date, invited_by_user_id } = invitation
  const title = email ?? text('organization.invitationLink')
  const until =
    expiry_date === null
      ? text('organization.neverEnds')
      : text('organization.ends', { when: whenWords(expiry_date) })
  const by = shownName(invited_by_user_id)
  return (
    <Line
      icon={is_multiuse ? Link2 : Mail}
      title={title}
      note={`${roleTitle(invited_as)} · ${until} · ${text('organization.invitedBy', { name: by })}`}
      actions={
        <>
          {link_url !== undefined && (
            <button type="button" class="button plain" onClick={() => showLink(link_url)}>
              {text('organization.showLink')}
            </button>
          )}
          {!is_multiuse && (
            <IconButton
              icon={RotateCw}
              label={text('organization.resendTo', { name: title })}
              onClick={() => void save(() => call('POST', `/invites/${id}/resend`))}
            />
          )}
          <IconButton
            icon={Trash2}
            label={text('organization.revokeFor', { name: title })}
            onClick={() =>
              ask({
                title: text('organization.revoke'),
                words: text('organization.revokeWords'),
                action: text('organization.revoke'),
                run: () => call('DELETE', `/invites/${is_multiuse ? 'multiuse/' : ''}${id}`),
              })
            }
          />
        </>
      }
    />
  )
}

function openDialog(kind: 'mail' | 'link'): void {
  showDialog((close) => <InviteDialog kind={kind} onClose={close} />)
}

function showLink(link: string): void {
  showDialog((close) => (
    <FormDialog
      title={text('organization.invitationLink')}
      action={text('settings.done')}
      submit={async () => undefined}
      onClose={close}
    >
      <p>{text('organization.linkWords')}</p>
      <CopyField label={text('organization.invitationLink')} value={link} />
    </FormDialog>
  ))
}

const minutesOfDay = 24 * 60
/** Invites by mail. @throws Problem that says of each address that was not invited why not */
async function invite(wanted: Parameters): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await call('POST', '/invites', wanted)
  } catch (error) {
    const refused = error instanceof Problem ? error.answer['errors'] : undefined
    if (!(error instanceof Problem) || !Array.isArray(refused)) throw error
    const lines = refused.map(async (each: unknown) => {
      const [address, why]: unknown[] = Array.isArray(each) ? each : []
      return isText(address) && isText(why) ? `\n${address}: ${await inReadersWords(why)}` : ''
    })
    const message = error.message + (await Promise.all(lines)).join('')
    throw new Problem(error.status, error.code, message, error.answer)
  }
}

/** In days; undefined never ends. */
const lifetimes = [1, 3, 10, 30, undefined] as const

function InviteDialog({ kind, onClose }: { kind: 'mail' | 'link'; onClose(): void }) {
  const { defaultChannels, ownUser } = state()
  // Nobody invites others in a role above their own, nor into channels that they can't put others into.
  const ownRole = state().users.get(ownUser.user_id)?.role ?? 400
  const mayPut = may(state(), 'can_add_subscribers_group')
  const [emails, setEmails] = useState('')
  const [role, setRole] = useState(Math.max(ownRole, 400))
  const [days, setDays] = useState<number | undefined>(10)
  const [channels, setChannels] = useState<readonly number[]>(defaultChannels.realm_default_streams)
  const [groups, setGroups] = useState<readonly number[]>([])
  const groupsId = useUniqueId()
  const submit = async (): Promise<void> => {
    const common = {
      invite_as: role,
      invite_expires_in_minutes: days === undefined ? null : days * minutesOfDay,
      ...(mayPut ? { stream_ids: channels } : { stream_ids: [], include_realm_default_subscriptions: true }),
      group_ids: groups,
    }
    if (kind === 'mail') return showLinks(await invite({ ...common, invitee_emails: emails }))
    const { invite_link } = await call('POST', '/invites/multiuse', common)
    showLink(String(invite_link))
  }
  return (
    <FormDialog
      title={text(kind === 'mail' ? 'organization.inviteByMail' : 'organization.inviteByLink')}
      action={text(kind === 'mail' ? 'organization.invite' : 'organization.makeLink')}
      size="medium"
      submit={submit}
      onClose={onClose}
    >
      {kind === 'mail' && (
        <TextField
          label={text('organization.addresses')}
          hint={text('organization.addressesHint')}
          value={emails}
          lines={3}
          isRequired
          onInput={setEmails}
        />
      )}
      <Field label={text('organization.asRole')}>
        {(id) => (
          <Select
            id={id}
            value={role}
            options={Object.keys(roles)
              .map(Number)
              .filter((each) => each >= ownRole)
              .map((value) => ({ value, label: roleTitle(value) }))}
            onChange={(each) => setRole(each)}
          />
        )}
      </Field>
      <Field label={text('organization.endsAfter')}>
        {(id) => (
          <Select
            id={id}
            value={days ?? 0}
            options={lifetimes.map((each) => ({
              value: each ?? 0,
              label: each === undefined ? text('organization.never') : durationWords(each * 24 * 3600),
            }))}
            onChange={(each) => setDays(each === 0 ? undefined : each)}
          />
        )}
      </Field>
      {mayPut && (
        <Field label={text('organization.intoChannels')}>
          {(id) => <ChannelChooser id={id} chosen={channels} onChange={setChannels} />}
        </Field>
      )}
      <div class="field">
        <label for={groupsId}>{text('organization.intoGroups')}</label>
        <PeopleAndGroups
          id={groupsId}
          among={{ people: false, groups: true, except: { groups: systemGroups() } }}
          chosen={{ people: [], groups }}
          onChange={({ groups }) => setGroups(groups)}
        />
      </div>
    </FormDialog>
  )
}

/** Nobody is added to those by hand. */
function systemGroups(): ReadonlySet<number> {
  const system = [...state().groups.values()].filter(({ is_system_group }) => is_system_group)
  return new Set(system.map(({ id }) => id))
}

/** Where the server sends no mail, whoever invites passes the links on. */
function showLinks({ invites }: Readonly<Record<string, unknown>>): void {
  const made = Array.isArray(invites) ? invites.filter(isInvitation) : []
  const links = made.filter(({ link_url }) => link_url !== undefined)
  if (links.length === 0) return
  showDialog((close) => (
    <FormDialog
      title={text('organization.invited')}
      action={text('settings.done')}
      submit={async () => undefined}
      onClose={close}
    >
      <p>{text('organization.passOn')}</p>
      {links.map(({ id, email, link_url }) => (
        <CopyField key={id} label={email ?? ''} value={link_url ?? ''} />
      ))}
    </FormDialog>
  ))
}

function isInvitation(value: unknown): value is Invitation {
  return (
    isFields(value) &&
    typeof value['id'] === 'number' &&
    typeof value['invited_by_user_id'] === 'number' &&
    typeof value['invited_as'] === 'number' &&
    typeof value['is_multiuse'] === 'boolean'
  )
}
