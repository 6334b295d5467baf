// What user_topic and muted_topics events change.
import { items, knowsChannel, removeWhere, type FeatureRules, type Item } from './rules'

export const userTopicRules: FeatureRules = {
  apply: {
    user_topic(state, event) {
      const choice: Item = { ...event }
      delete choice['id']
      delete choice['type']
      const topics = items(state['user_topics'])
      const index = topics.findIndex((each) => placeOf(each) === placeOf(choice))
      if (index >= 0) topics.splice(index, 1)
      if (choice['visibility_policy'] !== 0) topics.push(choice)
    },
    muted_topics(state, event) {
      state['muted_topics'] = event['muted_topics']
    },
  },
  normalize(state) {
    const topics = items(state['user_topics'])
    for (const { stream_id: id } of structuredClone(topics)) {
      if (!knowsChannel(state, id)) removeWhere(topics, 'stream_id', id)
    }
    topics.sort((a, b) => placeOf(a).localeCompare(placeOf(b)))
  },
}

function placeOf(choice: Item): string {
  return `${String(choice['stream_id'])} ${String(choice['topic_name'])}`
}
