import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** A checked import with a row and a stored mapping; nothing of it may reach another school. */
export async function plantImport(tx: SchoolTransaction, { school_id, word }: { school_id: number; word: string }) {
  const { id } = await tx
    .insertInto('pupil_import')
    .values({
      school_id,
      filename: word,
      state: 'checked',
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: word,
      file_encrypted: Buffer.from(word),
      headings: [word],
      mapping: ['lastname'],
      row_count: 1,
      missing_classes: [word],
      problem: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pupil_import_row')
    .values({
      school_id,
      import_id: id,
      line: 2,
      cells: JSON.stringify({ lastname: word }),
      verdict: 'error',
      child_key: word,
      findings: JSON.stringify({
        read: { city: word },
        problems: [{ field: null, message: word }],
        notes: [{ field: null, message: word }],
        changes: [],
        matches: [],
        proposed: null,
      }),
    })
    .execute()
  await tx
    .insertInto('pupil_import_mapping')
    .values({ school_id, headings_hash: Buffer.from(word), mapping: ['lastname'] })
    .execute()
  return id
}
