// What a call of the access table is made with: whatever its parameters name is there, and concerns the caller.
import type { Client, Parameters } from '../client'
import type { AccessWorld } from './world'

export interface Given {
  /** What stands in the path, by name. */
  path?: Readonly<Record<string, string | number>>
  parameters?: Parameters
  /** What stands in the query, where that is not where the parameters go. */
  query?: Readonly<Record<string, string>>
  /** The body is a file of this name instead. */
  file?: File
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Makes what a call needs, anew for each caller.
 * @param who calls; those who can't make anything call about what others made
 */
export type Make = (world: AccessWorld, who: Client) => Given | Promise<Given>

/** By route, as the table names it. After a space and in parentheses, what the call is about where there are several. */
export type Calls = Readonly<Record<string, Make>>

/** A call that needs nothing. */
export const plain: Make = () => ({})

/** A call with the same parameters for all. */
export const withThese =
  (parameters: Parameters): Make =>
  () => ({ parameters })

/** The same call where people without an account may look around. */
export const inPublic =
  (make: Make): Make =>
  async (world, who) => {
    await world.openToPublic(true)
    return make(world, who)
  }

/** A call about something that was made: its ID goes into the path. */
export const about =
  (
    name: string,
    make: (world: AccessWorld, who: Client) => Promise<string | number>,
    parameters?: Parameters,
  ): Make =>
  async (world, who) => ({ path: { [name]: await make(world, who) }, ...(parameters && { parameters }) })
