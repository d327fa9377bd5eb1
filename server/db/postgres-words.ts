/** The reason stands in the last few lines. */
const MOST_LINES = 6

/**
 * What PostgreSQL said about itself. Lines about statements are left out, because they may quote what people typed: in
 * the log stands no personal data (security case 29).
 */
export const wordsAboutItself = (output: string) => {
  const lines = output
    .split('\n')
    .flatMap((line) => /\b(?:LOG|FATAL|PANIC|HINT): .*/.exec(line)?.[0].replace(/\s+/g, ' ') ?? [])
  // Each of its processes says the same.
  return [...new Set(lines)].slice(-MOST_LINES).join(' · ')
}
