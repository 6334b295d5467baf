// Addresses of groups, as the protocol's clients write them.
import { encodeHash } from '../../addresses/hash'
import type { Group } from '../../store/groups'

export function groupLink({ id, name }: Pick<Group, 'id' | 'name'>, tab = 'general'): string {
  return `#groups/${String(id)}/${encodeHash(name.replaceAll(' ', '-'))}/${tab}`
}
