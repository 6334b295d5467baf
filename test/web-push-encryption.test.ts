// The receivers that other tests decrypt with are held to what the standards themselves print.
import { createECDH } from 'node:crypto'
import { expect, test } from 'bun:test'
import { decrypted } from './support/web-push-encryption'

test('the example of RFC 8291 decrypts to what it says there', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A' +
      '_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(decrypted(body, { pair, auth })).toBe('When I grow up, I want to be a watermelon')
  const other = Buffer.from(auth).fill(1)
  expect(() => decrypted(body, { pair, auth: other })).toThrow()
})
