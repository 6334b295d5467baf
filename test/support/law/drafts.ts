// What drafts events change.
import { find, item, items, removeWhere, sortBy, type FeatureRules } from './rules'

export const draftRules: FeatureRules = {
  apply: {
    drafts(state, event) {
      const drafts = items(state['drafts'])
      if (event.op === 'add') drafts.push(...items(event['drafts']))
      if (event.op === 'remove') removeWhere(drafts, 'id', event['draft_id'])
      if (event.op === 'update') {
        const draft = item(event['draft'])
        Object.assign(find(drafts, 'id', draft['id']), draft)
      }
    },
  },
  normalize: (state) => sortBy(state, 'drafts', 'id'),
}
