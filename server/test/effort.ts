import { appendFileSync } from 'node:fs'

/** `npm run drill` runs the same tests at a size that takes minutes, with other random values each time. */
export const isDrill = process.env.SCHULHOF_DRILL !== undefined

/** A number or size: `short` in `npm test`, `long` in a drill. */
export const effort = ({ short, long }: { short: number; long: number }) => (isDrill ? long : short)

/** Any number will do, as long as a run that was green yesterday is green today. */
const SEED_OF_EACH_RUN = 20_261_124

const chooseSeed = () => {
  const given = Number(process.env.SCHULHOF_SEED)
  if (given) return given
  if (isDrill) return Math.floor(Math.random() * 2 ** 31)
  return SEED_OF_EACH_RUN
}

/**
 * The seed of random values: always the same in `npm test`, because a submission must not fail by the date; another one
 * each time in a drill. It is printed, so that `SCHULHOF_SEED` can repeat a failure.
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
