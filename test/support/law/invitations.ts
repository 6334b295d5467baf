// Invitations are no part of the state: the event only says that there are others now.
import type { FeatureRules } from './rules'

export const invitationRules: FeatureRules = { apply: { invites_changed: () => {} } }
