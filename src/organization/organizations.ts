// All organizations of a data folder: opened, made, removed, and found by `Host` header.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  forgetGone,
  goneElsewhere,
  isMoving,
  letGo,
  markMoving,
  OrganizationAwayError,
  unmarkMoving,
} from './away'
import { seconds, type Clock } from './clock'
import { AllDamagedError, assertWhole, DatabaseDamagedError } from '../database/damage'
import { beginUpgrade, isOutdated, schemaOf, type Upgrade } from '../migrations/upgrade'
import { defaultRules, type ServerRules } from './rules'
import { databaseFile, Organization } from './organization'

/** The folder name of the root organization, whose string identifier is empty. */
const rootFolder = 'root'

export class Organizations {
  readonly #open = new Map<string, Organization>()
  readonly #folder: string
  readonly #domain: string | undefined
  readonly #damaged = new Map<string, DatabaseDamagedError>()
  /** By subdomain: on their way to another machine, undefined, or at another address. */
  readonly #away = new Map<string, string | undefined>()
  readonly #making = new Set<string>()
  /** What was done to databases of an older version when they were opened. */
  readonly upgrades: readonly Upgrade[]

  /**
   * Opens every organization of the data folder whose database is whole.
   * @param domain the server's own host name, on which the root organization answers and whose
   *   subdomains name the others; undefined guesses from the `Host` header.
   * @throws AllDamagedError if there is no other, DatabaseTooNewError, UpgradeFailedError …
   */
  constructor(
    readonly dataFolder: string,
    readonly clock: Clock,
    domain: string | undefined,
    readonly rules: ServerRules = defaultRules,
  ) {
    this.#domain = domain?.toLowerCase()
    this.#folder = join(dataFolder, 'organizations')
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const [name, to] of goneElsewhere(dataFolder)) this.#away.set(subdomainOf(name), to)
    const folders = organizationFolders(dataFolder)
    const moving = folders.filter((name) => isMoving(join(this.#folder, name)))
    for (const name of moving) this.#away.set(subdomainOf(name), undefined)
    const found = folders.filter((name) => !moving.includes(name))
    // Whose folder is here has come back.
    for (const name of found) this.#away.delete(subdomainOf(name))
    // All are looked at before one is upgraded, so that a refusal leaves everything as it was.
    const outdated = found.filter((name) => this.#unlessDamaged(name, () => this.#isOutdated(name)))
    this.upgrades = this.#upgradeAll(outdated)
    const whole = found.filter((name) => !this.#damaged.has(subdomainOf(name)))
    if (whole.length === 0 && this.#damaged.size > 0) throw new AllDamagedError([...this.#damaged.values()])
    for (const name of whole) this.#openFolder(name)
  }

  get all(): readonly Organization[] {
    return [...this.#open.values()]
  }

  /** Undefined if there is none. */
  get first(): Organization | undefined {
    return this.#open.values().next().value
  }

  /** By subdomain, why an organization is not served: its database is damaged. The others do not suffer for it. */
  get damaged(): ReadonlyMap<string, DatabaseDamagedError> {
    return this.#damaged
  }

  /** By subdomain, those that are on their way to another machine (undefined) or have got to another address. */
  get away(): ReadonlyMap<string, string | undefined> {
    return this.#away
  }

  /** @throws DatabaseDamagedError, OrganizationAwayError if it can't be served */
  get(subdomain: string): Organization | undefined {
    const damage = this.#damaged.get(subdomain)
    if (damage) throw damage
    if (this.#away.has(subdomain)) throw new OrganizationAwayError(subdomain, this.#away.get(subdomain))
    return this.#open.get(subdomain)
  }

  /**
   * Makes the folder and database of a new organization; `found` fills it. Until that is done it is not
   * served, and if that fails nothing of it is left.
   * @throws OrganizationExistsError, also while another one of the name is in the making
   */
  async create(
    subdomain: string,
    found: (organization: Organization) => Promise<void>,
  ): Promise<Organization> {
    if (this.has(subdomain)) throw new OrganizationExistsError(subdomain)
    this.#making.add(subdomain)
    try {
      return await this.#make(folderName(subdomain), subdomain, found)
    } finally {
      this.#making.delete(subdomain)
    }
  }

  async #make(
    name: string,
    subdomain: string,
    found: (organization: Organization) => Promise<void>,
  ): Promise<Organization> {
    const temporary = join(this.#folder, `.new-${name}`)
    rmSync(temporary, { recursive: true, force: true })
    const draft = Organization.open(subdomain, temporary, this.clock, this.rules)
    try {
      await found(draft)
    } catch (error) {
      await draft.close()
      rmSync(temporary, { recursive: true, force: true })
      throw error
    }
    await draft.close()
    renameSync(temporary, join(this.#folder, name))
    return this.#openFolder(name)
  }

  /**
   * Gives an organization's folder away for a while, to a command that works on it alone: nobody reaches it until it is adopted.
   * @returns the folder
   */
  async release(organization: Organization): Promise<string> {
    const { subdomain, folder } = organization
    this.#open.delete(subdomain)
    await organization.close()
    renameSync(folder, this.releasedFolder(subdomain))
    return this.releasedFolder(subdomain)
  }

  /** Where the folder of an organization is that was given away. */
  releasedFolder(subdomain: string): string {
    return join(this.#folder, `.importing-${folderName(subdomain)}`)
  }

  /**
   * Takes up an organization whose folder was made elsewhere, such as of an archive.
   * @param folder on the disk of the data folder; it is an organization's from here on
   * @throws OrganizationExistsError, also while another one of the name is in the making
   */
  adopt(subdomain: string, folder: string): Organization {
    const isBack = this.#away.get(subdomain) !== undefined
    const isReleased = folder === this.releasedFolder(subdomain)
    const isTaken = isReleased ? this.#open.has(subdomain) : this.has(subdomain) && !isBack
    if (isTaken) throw new OrganizationExistsError(subdomain)
    const name = folderName(subdomain)
    renameSync(folder, join(this.#folder, name))
    const organization = this.#openOrPutBack(name, folder)
    if (isBack) {
      forgetGone(this.dataFolder, name)
      this.#away.delete(subdomain)
    }
    return organization
  }

  /** What can't be opened is no organization: no start is to try again. */
  #openOrPutBack(name: string, folder: string): Organization {
    try {
      return this.#openFolder(name)
    } catch (error) {
      renameSync(join(this.#folder, name), folder)
      throw error
    }
  }

  /**
   * Serves it no longer, for it to be moved: its folder is at rest once this resolves, until `resume` or `letGo`.
   * @param beforehand is called when nothing is written any more, before its database is closed
   */
  async suspend(organization: Organization, beforehand: () => void): Promise<void> {
    const { subdomain, folder } = organization
    markMoving(folder)
    this.#open.delete(subdomain)
    this.#away.set(subdomain, undefined)
    await organization.close(beforehand)
  }

  /** Serves one again that was to be moved. */
  resume(subdomain: string): Organization {
    if (!this.isMoving(subdomain)) throw new Error(`${subdomain} is not being moved`)
    const name = folderName(subdomain)
    unmarkMoving(join(this.#folder, name))
    this.#away.delete(subdomain)
    return this.#openFolder(name)
  }

  /** One that was to be moved has got there. @param to base address of where it is now @returns where its folder is kept */
  letGo(subdomain: string, to: string): string {
    if (!this.isMoving(subdomain)) throw new Error(`${subdomain} is not being moved`)
    const kept = letGo(this.dataFolder, folderName(subdomain), to, seconds(this.clock))
    this.#away.set(subdomain, to)
    return kept
  }

  isMoving(subdomain: string): boolean {
    return this.#away.has(subdomain) && this.#away.get(subdomain) === undefined
  }

  /** Closes an organization and deletes its folder. */
  async remove(organization: Organization): Promise<void> {
    this.#open.delete(organization.subdomain)
    await organization.close()
    rmSync(organization.folder, { recursive: true, force: true })
  }

  /**
   * The organization a `Host` header names; with only one, it answers on any host.
   * @throws DatabaseDamagedError, OrganizationAwayError if it can't be served
   */
  forHost(host: string): Organization | undefined {
    return this.get(this.#onlyOne() ?? this.#subdomainOf(nameOf(host)) ?? '?')
  }

  /** The subdomain of the only one there is; undefined where there are more, and for a damaged one. Every request asks. */
  #onlyOne(): string | undefined {
    if (this.#open.size + this.#damaged.size + this.#away.size !== 1) return undefined
    return this.#open.keys().next().value ?? this.#away.keys().next().value
  }

  /** Whether an organization is served that a host is the name of: it, and no other host below the server's own. */
  hasHost(host: string): boolean {
    const subdomain = this.#domain === undefined ? undefined : this.#subdomainOf(nameOf(host))
    return subdomain !== undefined && this.#open.has(subdomain)
  }

  /** Whether there is none at all, damaged ones and those that are away counted in. */
  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#damaged.size === 0 && this.#away.size === 0
  }

  /** Whether there is one of that name: damaged ones, those that are away, given away or in the making counted in. */
  has(subdomain: string): boolean {
    if (!isValidSubdomain(subdomain)) return false
    const known = [this.#open, this.#damaged, this.#away, this.#making]
    return known.some((each) => each.has(subdomain)) || existsSync(this.releasedFolder(subdomain))
  }

  /** Whether a host is the server's own, and, unless that is a network address, what organizations have before it. */
  ownName(host: string): { isOwn: boolean; base: string | undefined } {
    const name = nameOf(host)
    const isOwn = this.#subdomainOf(name) === ''
    return { isOwn, base: isOwn && !isAddress(name) ? host.toLowerCase() : undefined }
  }

  /**
   * The subdomain that somebody may mean who is asked for the address of their organization: by the name, the address or
   * its first part. Whether there is one is another question.
   */
  subdomainMeant(typed: string): string | undefined {
    const host = typed
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/?#].*$/, '')
    const name = nameOf(host)
    return name.includes('.') ? this.#subdomainOf(name) : name
  }

  async close(): Promise<void> {
    for (const organization of this.#open.values()) await organization.close()
    this.#open.clear()
  }

  #subdomainOf(name: string): string | undefined {
    if (this.#domain !== undefined) {
      if (name === this.#domain) return ''
      return name.endsWith(`.${this.#domain}`) ? name.slice(0, -this.#domain.length - 1) : undefined
    }
    const dot = name.indexOf('.')
    return isAddress(name) || dot < 0 ? '' : name.slice(0, dot)
  }

  #isOutdated(name: string): boolean {
    const file = this.#databaseOf(name)
    return isOutdated(assertWhole(file, (sqlite) => schemaOf(sqlite, file)))
  }

  /** Upgrades these organizations' databases, or none of them; but what turns out to be damaged is left out. */
  #upgradeAll(names: readonly string[]): Upgrade[] {
    const upgrades: Upgrade[] = []
    try {
      for (const name of names) {
        const upgrade = this.#unlessDamaged(name, () => beginUpgrade(this.#databaseOf(name)))
        if (upgrade) upgrades.push(upgrade)
      }
    } catch (error) {
      for (const upgrade of upgrades) upgrade.undo()
      throw error
    }
    for (const upgrade of upgrades) upgrade.commit()
    return upgrades
  }

  #unlessDamaged<T>(name: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof DatabaseDamagedError)) throw error
      this.#damaged.set(subdomainOf(name), error)
      return undefined
    }
  }

  #databaseOf(name: string): string {
    return join(this.#folder, name, databaseFile)
  }

  #openFolder(name: string): Organization {
    const subdomain = subdomainOf(name)
    const organization = Organization.open(subdomain, join(this.#folder, name), this.clock, this.rules)
    this.#open.set(subdomain, organization)
    return organization
  }
}

/** There is an organization of that name already, or somebody else is making one. */
export class OrganizationExistsError extends Error {
  constructor(subdomain: string) {
    super(`There is already an organization '${subdomain}'`)
    this.name = 'OrganizationExistsError'
  }
}

/** The name of a host, without a port. With a dot at its end a name is complete, and the same name. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^[\d.]+$/.test(name)
}

/** The names of the folders of a data folder's organizations: of all that can be one's and have something in them. */
export function organizationFolders(dataFolder: string): string[] {
  const folder = join(dataFolder, 'organizations')
  return readdirSync(folder).filter((name) => {
    // Not one whose making was cut short, nor what else lies around.
    if (name !== rootFolder && !isValidSubdomain(name)) return false
    const each = join(folder, name)
    return statSync(each).isDirectory() && readdirSync(each).length > 0
  })
}

/** Whether a subdomain can name an organization: a DNS label, not one the server keeps for itself. */
export function isValidSubdomain(subdomain: string): boolean {
  return (
    subdomain === '' || (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(subdomain) && subdomain !== rootFolder)
  )
}

/** The name of an organization's folder. */
export function folderName(subdomain: string): string {
  return subdomain === '' ? rootFolder : subdomain
}

/** The subdomain of the organization in a folder of that name. */
export function subdomainOf(folder: string): string {
  return folder === rootFolder ? '' : folder
}
