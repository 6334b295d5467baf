// What whoever runs the server decides for all its organizations.

export interface ServerRules {
  /** The contract's CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE: presence only of people one may see (4.9). */
  readonly canAccessAllUsersGroupLimitsPresence: boolean
}

export const defaultRules: ServerRules = { canAccessAllUsersGroupLimitsPresence: false }
