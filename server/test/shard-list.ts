import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a database split by school would have to ask in more than one place (docs/scale.md). */
const ROOT = join(import.meta.dirname, '..', '..')

type Ask = <Row extends object>(text: string) => Promise<Row[]>

const line = (text: string) => `- ${text}`
const listed = (texts: readonly string[]) => (texts.length > 0 ? texts.map(line).join('\n') : '- none')

const TABLES = `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and a.attnotnull) as is_split
  from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`

/** Unique keys and primary keys of tables with a school that do not contain it. */
const KEYS = `select t.relname || ' (' || string_agg(a.attname, ', ' order by k.position) || ')' as name
  from pg_index x join pg_class t on t.oid = x.indrelid cross join lateral unnest(x.indkey::int2[]) with ordinality k (number, position)
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
  where t.relnamespace = 'public'::regnamespace and x.indisunique and exists (select from pg_attribute s where s.attrelid = t.oid and s.attname = 'school_id')
  group by t.relname, x.indexrelid having not bool_or(a.attname = 'school_id') order by 1`

/** Foreign keys of tables with a school that do not contain it on both sides. */
const FOREIGN_KEYS = `select format('%s (%s) → %s', c.conrelid::regclass, (select string_agg(a.attname, ', ' order by k.position) from unnest(c.conkey) with ordinality k (number, position)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number), c.confrelid::regclass) as name
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'school'::regclass
    and (exists (select from pg_attribute s where s.attrelid = c.conrelid and s.attname = 'school_id') or exists (select from pg_attribute s where s.attrelid = c.confrelid and s.attname = 'school_id' and s.attnotnull))
    and not exists (select from pg_attribute a, pg_attribute b where a.attrelid = c.conrelid and a.attname = 'school_id' and a.attnum = any(c.conkey)
      and b.attrelid = c.confrelid and b.attname = 'school_id' and b.attnum = any(c.confkey))
  order by 1`

const FUNCTIONS = `select proname as name, prosrc as body from pg_proc
  where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = 'schulhof_owner' and prokind = 'f' order by 1`

const ROUND = /\bfor \w+ in select [\w.]+ from (?:public\.)?school\b/

const namedTables = (text: string, tables: readonly string[]) =>
  tables.filter((table) =>
    new RegExp(`(?:'|\\b(?:from|join|update|into)\\s+)(?:public\\.)?${table}(?= as |'|\\s|$)`).test(text),
  )

/** The top-level declarations of a file, each to the next one. */
const declarations = (source: string) =>
  source.split(/\n(?=(?:\/\*\*|export |const |async function |function |interface |type ))/)

interface QueryFunction {
  file: string
  name: string
  tables: readonly string[]
}

/** Query functions that run without a bound school: they take plain `Queries` (docs/architecture.md). */
function freeQueries(tables: readonly string[]): QueryFunction[] {
  const files = globSync('server/**/*.queries.ts', { cwd: ROOT, exclude: ['server/demo/**'] }).sort()
  return files.flatMap((file) =>
    declarations(readFileSync(join(ROOT, file), 'utf8')).flatMap((text) => {
      const [, name] =
        /(?:const|function) (\w+)(?: = )?(?:async )?(?:<[^>]*>)?\(\s*(?:tx|_tx): Queries\b/.exec(text) ?? []
      const named = namedTables(text, tables)
      return name && named.length > 0 ? [{ file, name, tables: named }] : []
    }),
  )
}

/** Work that goes round all schools, one after the other. */
const rounds = () =>
  globSync('server/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.queries.ts') && !file.startsWith('server/test/'))
    .filter((file) => /\blist(?:All)?School(?:Id)?s\w*\(?/.test(readFileSync(join(ROOT, file), 'utf8')))
    .filter((file) => /\b(?:listSchoolIds|inEachSchool)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
    .sort()

/** The list as it stands in docs/scale-shards.md. */
export async function writeShardList(ask: Ask) {
  const tables = await ask<{ name: string; is_split: boolean }>(TABLES)
  const split = tables.filter((table) => table.is_split).map(({ name }) => name)
  const whole = tables.filter((table) => !table.is_split).map(({ name }) => name)
  const functions = await ask<{ name: string; body: string }>(FUNCTIONS)
  const going = functions.filter(({ body }) => ROUND.test(body)).map(({ name }) => `\`${name}\``)
  const loose = functions
    .filter(({ body }) => !ROUND.test(body) && !/school_id|current_school|\bschool\b/.test(body))
    .flatMap(({ name, body }) => {
      const named = namedTables(body, split)
      return named.length > 0 ? [`\`${name}\`: ${named.join(', ')}`] : []
    })
  const names = async (text: string) => (await ask<{ name: string }>(text)).map(({ name }) => `\`${name}\``)
  const free = freeQueries(split).map(({ file, name, tables: named }) => `\`${name}\` in ${file}: ${named.join(', ')}`)
  return `# What would cross shards

Written and compared by \`server/test/shard-list.test.ts\`; what it means is in [scale.md](scale.md). After a change that you want: \`vitest run --project server server/test/shard-list.test.ts -u\`.

${split.length} tables carry \`school_id\` and can be distributed by it.

## Tables without a school: copied to every machine, or kept on one

${listed(whole.map((name) => `\`${name}\``))}

## Unique keys without the school, on tables that have one

${listed(await names(KEYS))}

## Foreign keys without the school

${listed(await names(FOREIGN_KEYS))}

## Functions that go round all schools

${listed(going)}

## Functions that read a school's table without naming the school

${listed(loose)}

## Queries that run without a bound school and name a school's table

${listed(free)}

## Jobs that go round all schools, one transaction after the other

${listed(rounds())}
`
}
