// What navigation_view events change.
import { find, item, items, removeWhere, type FeatureRules } from './rules'

export const navigationViewRules: FeatureRules = {
  apply: {
    navigation_view(state, event) {
      const views = items(state['navigation_views'])
      if (event.op === 'add') views.push(item(event['navigation_view']))
      if (event.op === 'update')
        Object.assign(find(views, 'fragment', event['fragment']), item(event['data']))
      if (event.op === 'remove') removeWhere(views, 'fragment', event['fragment'])
    },
  },
}
