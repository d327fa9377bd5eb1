import type { TestApp } from './test-app.ts'

const REFUSAL = `begin
  if current_setting('statement_timeout')::interval < interval '1 minute' then raise 'too little time'; end if;`

/**
 * Runs work while this function of the database refuses to begin with less than a minute: with thousands of schools it
 * may need one.
 */
export async function needingTime<T>({ database: { owner } }: TestApp, name: string, work: () => Promise<T>) {
  const { rows } = await owner.query<{ definition: string }>('select pg_get_functiondef($1::regproc) as definition', [
    name,
  ])
  const definition = rows[0]?.definition ?? ''
  const refusing = definition.replace(/^begin$/m, REFUSAL)
  if (refusing === definition) throw new Error(`${name} has no beginning.`)
  await owner.query(refusing)
  try {
    return await work()
  } finally {
    await owner.query(definition)
  }
}
