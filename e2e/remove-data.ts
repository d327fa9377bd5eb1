import { rmSync } from 'node:fs'

/** The journeys' database goes with them. */
const removeData = () => {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true })
}
export default removeData
