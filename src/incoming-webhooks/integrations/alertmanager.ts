// Alertmanager, of Prometheus (prometheus.io/docs/alerting, "webhook_config").
import type { Integration } from '../integration'
import { alertsSaid, alertTopic } from './alerts'

export const alertmanager: Integration = {
  name: 'alertmanager',
  otherNames: ['prometheus'],
  displayName: 'Alertmanager',
  events: {
    alerts: ({ payload }) => ({ topic: alertTopic(payload, 'Alerts'), content: alertsSaid(payload) }),
  },
}
