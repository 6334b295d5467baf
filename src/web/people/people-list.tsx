// The right side: people, with their presence and status.

export function PeopleList() {
  return null
}
