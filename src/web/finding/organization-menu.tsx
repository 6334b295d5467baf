// The head of the left side: which organization this is, and the menu of all that is not a conversation.
import { Building2, ChevronDown, Info, Keyboard, LogOut, Settings, UserRoundPlus } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { go } from '../addresses/address'
import { logOut } from '../live/log-out'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { showMenu, type MenuEntry } from '../parts/menu'
import { shortcut } from '../shell/shortcuts'
import { showShortcuts } from '../shell/shortcuts-dialog'
import { mayInvite } from '../store/permissions'
import { text } from '../texts/text'

let button: HTMLButtonElement | null = null

shortcut({
  keys: 'g',
  area: 'finding',
  label: 'finding.organizationMenu',
  run: () => {
    if (button) openMenu(button)
  },
})

export function OrganizationButton() {
  const own = useRef<HTMLButtonElement>(null)
  const { name, icon_url: icon } = state().organization
  return (
    <header class="organization">
      <button
        ref={(element) => {
          own.current = element
          button = element
        }}
        type="button"
        class="organization-button"
        aria-haspopup="menu"
        onClick={() => own.current && openMenu(own.current)}
      >
        <OrganizationIcon name={name} url={icon} />
        <span class="organization-name">{name}</span>
        <span class="for-ears">{text('finding.organizationMenu')}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
    </header>
  )
}

function OrganizationIcon({ name, url }: { name: string; url: string }) {
  const isOurs = url.startsWith('/') && !url.startsWith('//')
  if (isOurs) return <img class="organization-icon" src={url} alt="" width={28} height={28} />
  return (
    <span class="organization-icon" aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  )
}

function openMenu(at: Element): void {
  showMenu(text('finding.organizationMenu'), at, entries())
}

function entries(): MenuEntry[] {
  return [
    { label: text('finding.settings'), icon: Settings, run: () => go('#settings') },
    { label: text('finding.organizationSettings'), icon: Building2, run: () => go('#organization') },
    ...(mayInvite(state())
      ? [
          {
            label: text('finding.invite'),
            icon: UserRoundPlus,
            run: () => go('#organization/invitations'),
          },
        ]
      : []),
    undefined,
    { label: text('shortcuts.title'), icon: Keyboard, hint: '?', run: showShortcuts },
    { label: text('finding.about'), icon: Info, run: showAbout },
    undefined,
    { label: text('finding.logOut'), icon: LogOut, run: () => void logOut() },
  ]
}

function showAbout(): void {
  const { organization, server } = state()
  showDialog((close) => (
    <Dialog title={text('finding.about')} onClose={close}>
      <dl class="facts">
        <dt>{text('finding.organization')}</dt>
        <dd>{organization.name}</dd>
        <dt>{text('finding.address')}</dt>
        <dd>{location.origin}</dd>
        <dt>{text('finding.version')}</dt>
        <dd>Confab {server.chat_version}</dd>
        <dt>{text('finding.featureLevel')}</dt>
        <dd>{server.chat_feature_level}</dd>
      </dl>
    </Dialog>
  ))
}
