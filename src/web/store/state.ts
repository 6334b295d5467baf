// The client's state: what the register says, kept in step by events. So far the organization's name alone.

export interface ServerEvent {
  id: number
  type: string
}

export interface State {
  organization: { realm_name: string }
}

export function stateFrom(register: Readonly<Record<string, unknown>>): State {
  return { organization: { realm_name: String(register['realm_name']) } }
}

export function apply(state: State, event: ServerEvent): State {
  return event.type === 'realm' ? { ...state } : state
}
