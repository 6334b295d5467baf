// The page of bots: one's own and all others; making them, their keys, whose they are, their end.
import { MoreHorizontal, Plus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { showMenu } from '../parts/menu'
import { shownName } from '../people/names'
import { isAdministrator, may } from '../store/permissions'
import type { User } from '../store/users'
import { text } from '../texts/text'
import { ask } from '../settings/controls/form-dialog'
import { FilterField, fits, Line, List } from '../settings/controls/list'
import { Select } from '../settings/controls/setting-rows'
import { BotDialog, botTypeText, KeyDialog, NewBotDialog } from './bot-dialogs'

type Shown = 'own' | 'active' | 'deactivated'

export function BotsPage() {
  const [filter, setFilter] = useState('')
  const [shown, setShown] = useState<Shown>('own')
  const mayMake = may(state(), 'can_create_bots_group') || may(state(), 'can_create_write_only_bots_group')
  const bots = [...state().users.values()]
    .filter((bot) => bot.is_bot && bot.is_system_bot !== true && isShown(bot, shown))
    .filter((bot) => fits(filter, bot.full_name, bot.email))
    .sort((a, b) => a.full_name.localeCompare(b.full_name))
  return (
    <>
      <p class="hint">{text(mayMake ? 'organization.botsHint' : 'organization.mayNotMakeBots')}</p>
      <div class="list-tools">
        <FilterField value={filter} onInput={setFilter} label={text('organization.filterBots')} />
        <Select
          aria-label={text('organization.whichBots')}
          value={shown}
          options={[
            { value: 'own', label: text('organization.ownBots') },
            { value: 'active', label: text('organization.allBots') },
            { value: 'deactivated', label: text('organization.deactivatedPeople') },
          ]}
          onChange={(next) => setShown(next)}
        />
        {mayMake && (
          <button
            type="button"
            class="button"
            onClick={() => showDialog((close) => <NewBotDialog onClose={close} />)}
          >
            <Plus size={16} aria-hidden="true" />
            {text('organization.newBot')}
          </button>
        )}
      </div>
      <List
        items={bots}
        keyOf={({ user_id }) => user_id}
        label={text('organization.bots')}
        empty={text('organization.noBots')}
      >
        {(bot) => <BotLine bot={bot} />}
      </List>
    </>
  )
}

function isShown({ bot_owner_id, is_active }: User, shown: Shown): boolean {
  if (shown === 'deactivated') return !is_active
  return is_active && (shown === 'active' || bot_owner_id === state().ownUser.user_id)
}

function BotLine({ bot }: { bot: User }) {
  const { user_id: id, full_name: name, email, bot_type, bot_owner_id } = bot
  const owner = bot_owner_id === null ? '' : text('organization.ownedBy', { name: shownName(bot_owner_id) })
  // Those that this person administers come with their keys.
  const administered = state().bots.byId.has(id) || (!bot.is_active && isAdministrator(state()))
  return (
    <Line
      lead={<Avatar id={id} name={name} url={bot.avatar_url} size={32} />}
      title={name}
      note={[email, botTypeText(bot_type), owner].filter((each) => each !== '').join(' · ')}
      actions={
        administered && (
          <IconButton
            icon={MoreHorizontal}
            label={text('organization.actionsFor', { name })}
            onClick={({ currentTarget }) => showBotMenu(bot, currentTarget)}
          />
        )
      }
    />
  )
}

function showBotMenu({ user_id: id, full_name: name, is_active }: User, at: Element): void {
  if (!is_active) {
    showMenu(text('organization.actionsFor', { name }), at, [
      {
        label: text('organization.reactivatePerson'),
        run: () =>
          ask({
            title: text('organization.reactivatePerson'),
            words: text('organization.reactivateBotWords', { name }),
            action: text('organization.reactivatePerson'),
            run: () => call('POST', `/users/${id}/reactivate`),
          }),
      },
    ])
    return
  }
  showMenu(text('organization.actionsFor', { name }), at, [
    {
      label: text('organization.editBot'),
      run: () => void showDialog((close) => <BotDialog id={id} onClose={close} />),
    },
    {
      label: text('organization.showBotKey'),
      run: () => void showDialog((close) => <KeyDialog id={id} onClose={close} />),
    },
    {
      label: text('organization.newBotKey'),
      run: () =>
        ask({
          title: text('organization.newBotKey'),
          words: text('organization.newBotKeyWords', { name }),
          action: text('organization.newBotKey'),
          run: async () => {
            const { api_key } = await call('POST', `/bots/${id}/api_key/regenerate`)
            showDialog((close) => <KeyDialog id={id} apiKey={String(api_key)} onClose={close} />)
          },
        }),
    },
    undefined,
    {
      label: text('organization.deactivatePerson'),
      danger: true,
      run: () =>
        ask({
          title: text('organization.deactivateName', { name }),
          words: text('organization.deactivateBotWords'),
          action: text('organization.deactivatePerson'),
          run: () => call('DELETE', `/bots/${id}`),
        }),
    },
  ])
}
