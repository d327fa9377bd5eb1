import { type RawBuilder, sql } from 'kysely'

/** The rank of `nameRank` in the contract, as an SQL expression: a table's alias and the folded words of the search. */
export const nameRank = (alias: 'p' | 'h' | 'e', words: readonly string[]): RawBuilder<number> => {
  const searched = [...new Set([...words, words.join(' ')])]
  const begins = searched.map((word) => `${word}%`)
  const [lastname, firstname] = ['lastname', 'firstname'].map(
    (name) => sql`search_fold(${sql.ref(`${alias}.${name}`)})`,
  )
  return sql<number>`case when ${lastname} = any(${searched}) then 0 when ${lastname} like any(${begins}) then 1
    when ${firstname} like any(${begins}) then 2 else 3 end`
}
