// What realm_export and realm_export_consent events change: nothing that is registered, as both are fetched.
import type { FeatureRules } from './rules'

export const exportRules: FeatureRules = { apply: { realm_export: () => {}, realm_export_consent: () => {} } }
