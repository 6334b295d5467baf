// What saved_snippets events change.
import { find, item, items, removeWhere, type FeatureRules } from './rules'

export const savedSnippetRules: FeatureRules = {
  apply: {
    saved_snippets(state, event) {
      const snippets = items(state['saved_snippets'])
      if (event.op === 'remove') return removeWhere(snippets, 'id', event['saved_snippet_id'])
      const snippet = item(event['saved_snippet'])
      if (event.op === 'add') snippets.push(snippet)
      else Object.assign(find(snippets, 'id', snippet['id']), snippet)
    },
  },
}
