// What attachment events change: the list of one's own files, which clients fetch, and what all take, as far as one is told.
import { find, item, items, removeWhere, type FeatureRules } from './rules'

const key = 'attachments'
/** Whether an event told what all files take: those of others are told to them alone. */
const told = 'told_space'

export const attachmentRules: FeatureRules = {
  async fetch(state, { person }) {
    const { body } = await person.get('/attachments')
    state[key] = body['attachments']
    if (body['upload_space_used'] !== state['upload_space_used'])
      throw new Error('Register and GET /attachments differ')
  },
  apply: {
    attachment(state, event) {
      const files = items(state[key])
      const file = item(event['attachment'])
      if (event.op === 'remove') removeWhere(files, 'id', file['id'])
      else if (event.op === 'add') files.unshift(file)
      else Object.assign(find(files, 'id', file['id']), file)
      Object.assign(state, { upload_space_used: event['upload_space_used'], [told]: true })
    },
  },
  lookUp(state, expected) {
    if (state[told] !== true) state['upload_space_used'] = expected['upload_space_used']
  },
  normalize(state) {
    Reflect.deleteProperty(state, told)
  },
}
