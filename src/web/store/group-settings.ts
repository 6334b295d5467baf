// Permissions as the protocol says whose they are: a group's ID, or people and groups outright (an unnamed group).
import { either, isNumber, isNumbers, shape, type Checked } from './shapes'

const isUnnamedGroup = shape({ direct_member_ids: isNumbers, direct_subgroup_ids: isNumbers })

/** A group-setting value (notes: who sees what). */
export const isGroupSetting = either(isNumber, isUnnamedGroup)
export type GroupSetting = Checked<typeof isGroupSetting>
