import { expect, test } from 'vitest'
import { wordsAboutItself } from './postgres-words.ts'

const OUTPUT = `2026-11-20 07:40:00.000 UTC [7] LOG:  database system is ready to accept connections
2026-11-20 07:41:00.000 UTC [9] ERROR:  duplicate key value violates unique constraint "guardian_mail"
2026-11-20 07:41:00.000 UTC [9] DETAIL:  Key (mail)=(anna@example.org) already exists.
2026-11-20 07:41:00.000 UTC [9] STATEMENT:  insert into guardian (mail) values ('anna@example.org')
2026-11-20 07:42:00.000 UTC [7] PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device
`

test('the last words of PostgreSQL name its own fault, and nothing that people typed', () => {
  expect(wordsAboutItself(OUTPUT)).toBe(
    'LOG: database system is ready to accept connections · PANIC: could not write to file "pg_wal/xlogtemp.9": No space left on device',
  )
})

test('what each of its processes says stands there once', () => {
  expect(wordsAboutItself('[7] FATAL:  the same\n[8] FATAL:  the same\n')).toBe('FATAL: the same')
})

test('only the last lines are kept, and silence stays silence', () => {
  const many = Array.from({ length: 9 }, (_, line) => `[7] LOG:  line ${line}`).join('\n')
  expect(wordsAboutItself(many)).toBe(
    'LOG: line 3 · LOG: line 4 · LOG: line 5 · LOG: line 6 · LOG: line 7 · LOG: line 8',
  )
  expect(wordsAboutItself('')).toBe('')
})
