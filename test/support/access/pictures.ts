// Calls of the access table that take pictures and files, and show them.
import { externalImageUrl } from '../../../src/external-images/address'
import { keepImage } from '../../../src/external-images/storing'
import type { Client } from '../client'
import { plain as inOneColour, png, red } from '../pictures'
import { about, plain, type Calls, type Given, type Make } from './given'
import type { AccessWorld } from './world'

const picture = new File([new Uint8Array(png(64, 64, inOneColour(red)))], 'picture.png')
const withPicture: Make = () => ({ file: picture })

async function uploaded(who: Client, path: string, field: string): Promise<string> {
  const { body } = await who.upload(path, new Uint8Array(await picture.arrayBuffer()))
  return String(body[field])
}

/** An emoji of the owner's. */
async function emoji(world: AccessWorld): Promise<string> {
  const name = `emoji${world.next()}`
  await uploaded(world.owner, `/realm/emoji/${name}`, 'msg')
  return name
}

/** The organization has a picture of its own there. */
const having =
  (path: string): Make =>
  async ({ owner }) => {
    await uploaded(owner, path, 'msg')
    return {}
  }

/** A picture that the caller has uploaded; the owner, where the caller can't. Its address in parts. */
const ownFile: Make = async ({ owner }, who) => {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const own = await who.upload('/user_uploads', bytes)
  const { body } = own.status === 200 ? own : await owner.upload('/user_uploads', bytes)
  const [key = '', name = ''] = String(body['url']).split('/').slice(-2)
  return { path: { realm_id: 1, key, name } }
}

/** A smaller one of it. */
const thumbnail: Make = async (world, who) => {
  const { path } = await ownFile(world, who)
  await world.server.server.settled()
  return { path: { ...path, format: '300x200.webp' } }
}

/** The same file, by a link that works for a minute. */
const linkedFile: Make = async (world) => {
  const { path } = await ownFile(world, world.owner)
  const { body } = await world.owner.get(`/user_uploads/1/${path?.['key']}/${path?.['name']}`)
  const [token = '', name = ''] = String(body['url']).split('/').slice(-2)
  return { path: { token, name } }
}

/** The name of the picture at an address. */
const nameIn = (address: string): Given => ({ path: { name: address.split('/').at(-1) ?? '' } })

export const pictureCalls: Calls = {
  'GET /api/v1/realm/emoji': plain,
  'POST /api/v1/realm/emoji/:emoji_name': (world) => ({
    path: { emoji_name: `new${world.next()}` },
    file: picture,
  }),
  'DELETE /api/v1/realm/emoji/:emoji_name': about('emoji_name', emoji),
  'GET /api/v1/realm/icon': plain,
  'POST /api/v1/realm/icon': withPicture,
  'DELETE /api/v1/realm/icon': having('/realm/icon'),
  'GET /api/v1/realm/logo': plain,
  'POST /api/v1/realm/logo': withPicture,
  'DELETE /api/v1/realm/logo': having('/realm/logo'),
  'POST /api/v1/users/me/avatar': withPicture,
  'DELETE /api/v1/users/me/avatar': plain,
  'GET /user_avatars/1/:name': async ({ owner }) =>
    nameIn(await uploaded(owner, '/users/me/avatar', 'avatar_url')),
  'GET /user_avatars/1/drawn/:name': () => nameIn('8.png'),
  'GET /user_avatars/1/realm/:name': async ({ owner }) =>
    nameIn(await uploaded(owner, '/realm/icon', 'icon_url')),
  'GET /user_avatars/1/emoji/images/:name': async (world) => {
    const name = await emoji(world)
    const { body } = await world.owner.get('/realm/emoji')
    const all: { name: string; source_url: string }[] = Object.values(body['emoji'] ?? {})
    return nameIn(all.find((each) => each.name === name)?.source_url ?? '')
  },
  'POST /api/v1/user_uploads': withPicture,
  'GET /api/v1/user_uploads/:realm_id/:key/:name': ownFile,
  'GET /user_uploads/:realm_id/:key/:name': ownFile,
  'GET /user_uploads/download/:realm_id/:key/:name': ownFile,
  'GET /user_uploads/thumbnail/:realm_id/:key/:name/:format': thumbnail,
  'GET /user_uploads/temporary/:token/:name': linkedFile,
  'GET /api/v1/gifs': plain,
  'GET /external_content/:signature/:address': async ({ server }) => {
    const url = 'https://elsewhere.example/picture.png'
    await keepImage(server.organization, url, new Uint8Array(await picture.arrayBuffer()))
    const [address = '', signature = ''] = (externalImageUrl(server.organization, url) ?? '')
      .split('/')
      .reverse()
    return { path: { signature, address } }
  },
  'GET /static/emoji/confab.png': plain,
  'GET /static/images/app-192.png': plain,
  'GET /static/images/app-512.png': plain,
  'GET /static/images/icon.png': plain,
  'GET /static/images/loading/loader-black.svg': plain,
  'GET /static/images/logo.png': plain,
  'GET /static/images/night-logo.png': plain,
  'GET /static/images/unknown-user-avatar-medium.png': plain,
  'GET /static/images/unknown-user-avatar.png': plain,
}
