import { appendFileSync } from 'node:fs'

/** `npm run drill` runs the same tests at a size that takes minutes, with other random values each time. */
export const isDrill = process.env.SCHULHOF_DRILL !== undefined

/** A number or size: `short` in `npm test`, `long` in a drill. */
export const effort = ({ short, long }: { short: number; long: number }) => (isDrill ? long : short)

const chooseSeed = () => {
  const given = Number(process.env.SCHULHOF_SEED)
  if (given) return given
  if (isDrill) return Math.floor(Math.random() * 2 ** 31)
  return Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

/**
 * The seed of random values: another one each day, so that a year of runs tries a lot; a drill uses another one each
 * time. It is printed, so that `SCHULHOF_SEED` can repeat a failure.
 */
export const randomSeed = (what: string) => {
  const seed = chooseSeed()
  process.stdout.write(`${what}: SCHULHOF_SEED=${seed} repeats this run\n`)
  return seed
}

/** A figure that the drill prints at its end, for example `kill -9: 20 kills, 512 writes, 0 lost`. */
export const reportFigure = (figure: string) => {
  const file = process.env.SCHULHOF_DRILL
  if (file) appendFileSync(file, `${figure}\n`)
}
