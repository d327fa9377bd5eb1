import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from './hash-token.ts'
import { connectAsOwner } from './watched-client.ts'

/**
 * A new one-time link to the set-up page while no account exists, otherwise undefined; older links become invalid. As
 * the owner.
 */
export async function makeSetupLink(owner: pg.ClientConfig, appUrl: string) {
  const client = await connectAsOwner(owner)
  try {
    const { rowCount } = await client.query('select from app_user limit 1')
    if (rowCount) return undefined
    const token = randomBytes(24).toString('base64url')
    await client.query('delete from setup_link')
    await client.query('insert into setup_link (token_hash) values ($1)', [hashToken(token)])
    return `${appUrl}/app/einrichtung/${token}`
  } finally {
    await client.end()
  }
}
