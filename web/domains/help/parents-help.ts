/** A short help on a page for parents. It is part of the page's program, so that it also opens without a connection. */
export interface ParentsHelp {
  title: string
  entries: readonly { question: string; answer: string }[]
}
