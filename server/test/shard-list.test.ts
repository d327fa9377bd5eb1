import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeShardList } from './shard-list.ts'
import { makeTestDatabase, type TestDatabase } from './test-database.ts'

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'scale-shards.md')

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const ask = async <Row extends object>(text: string) => (await database.owner.query<Row>(text)).rows

const partOf = (list: string, title: string) => new RegExp(`## ${title}[^\\n]*\\n\\n([^#]*)`).exec(list)?.[1] ?? ''

test('what would cross shards is listed, and nothing new crosses them unseen', async () => {
  await expect(await writeShardList(ask)).toMatchFileSnapshot(DOCUMENT)
})

test('a key, a foreign key and a function that forget the school are found', async () => {
  await database.owner.query(
    `create table shed (school_id bigint not null references school, id bigint primary key, pupil_id bigint)`,
  )
  await database.owner.query(`create table tool (id bigint primary key, shed_id bigint references shed)`)
  await database.owner.query(`create function all_sheds() returns bigint language sql as 'select count(*) from shed'`)
  await database.owner.query(
    `create function sweep_sheds() returns void language plpgsql as 'declare one bigint; begin for one in select id from public.school loop perform 1; end loop; end'`,
  )
  const list = await writeShardList(ask)
  expect(partOf(list, 'Unique keys')).toContain('`shed (id)`')
  expect(partOf(list, 'Foreign keys')).toContain('`tool (shed_id) → shed`')
  expect(partOf(list, 'Functions that read')).toContain('`all_sheds`: shed')
  expect(partOf(list, 'Functions that go round')).toContain('`sweep_sheds`')
  expect(partOf(list, 'Tables without')).toContain('`tool`')
})
