import { createHash } from 'node:crypto'
import { asSuperuser } from './backup-drill.ts'

/**
 * The forms in which a word can stand in a database: as it is, without umlauts, as bytes in hexadecimal, and as the
 * SHA-256 of a mail address.
 */
const formsOf = (word: string) => {
  const lower = word.toLowerCase()
  const folded = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')
  const bare = lower.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const texts = [...new Set([lower, folded, bare, encodeURIComponent(word).toLowerCase()])]
  return [
    ...texts,
    ...[word, ...texts].map((text) => Buffer.from(text).toString('hex')),
    ...texts.map((text) => createHash('sha256').update(text).digest('hex')),
  ]
}

/**
 * Which tables of the whole cluster's database hold one of the words in any form: all schemas, those of the jobs too,
 * and large objects, read as superuser, so that no policy hides a row. Each as `table: word`.
 */
export async function findInDump(database: string, words: readonly string[]) {
  const client = await asSuperuser(database)
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(nspname) || '.' || quote_ident(relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm', 'p') and (nspname not in ('pg_catalog', 'information_schema') or relname = 'pg_largeobject')
         and nspname not like 'pg_toast%' order by 1`,
    )
    if (tables.length < 60) throw new Error('The superuser does not see the tables.')
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select lower(t::text) as text from ${name} t`)
      for (const word of words) {
        const forms = formsOf(word)
        if (rows.some(({ text }) => forms.some((form) => text.includes(form)))) found.push(`${name}: ${word}`)
      }
    }
    return found
  } finally {
    await client.end()
  }
}
