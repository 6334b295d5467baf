// Making a group of people.
import { useState } from 'preact/hooks'
import { go } from '../../addresses/address'
import { call } from '../../api/call'
import { state } from '../../live/state'
import { useUniqueId } from '../../parts/unique-id'
import { FormDialog, TextField } from '../../settings/controls/form-dialog'
import { PeopleAndGroups } from '../../settings/controls/people-and-groups'
import { text } from '../../texts/text'
import { groupLink } from './links'

export function NewGroupDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [chosen, setChosen] = useState<{ people: readonly number[]; groups: readonly number[] }>({
    people: [state().ownUser.user_id],
    groups: [],
  })
  const id = useUniqueId()
  const submit = async (): Promise<void> => {
    const { group_id } = await call('POST', '/user_groups/create', {
      name,
      description,
      members: chosen.people,
      subgroups: chosen.groups,
    })
    go(groupLink({ id: Number(group_id), name }))
  }
  return (
    <FormDialog
      title={text('groups.new')}
      action={text('groups.create')}
      size="medium"
      submit={submit}
      onClose={onClose}
    >
      <TextField label={text('groups.name')} value={name} maxLength={100} isRequired onInput={setName} />
      <TextField
        label={text('groups.description')}
        value={description}
        maxLength={1024}
        lines={2}
        onInput={setDescription}
      />
      <div class="field">
        <label for={id}>{text('groups.members')}</label>
        <PeopleAndGroups
          id={id}
          among={{ people: true, groups: true, bots: true }}
          chosen={chosen}
          onChange={setChosen}
        />
      </div>
    </FormDialog>
  )
}
