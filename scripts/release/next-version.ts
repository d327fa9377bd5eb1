const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

const STEPS = {
  major: ([major = 0]: number[]) => [major + 1, 0, 0],
  minor: ([major = 0, minor = 0]: number[]) => [major, minor + 1, 0],
  patch: ([major = 0, minor = 0, patch = 0]: number[]) => [major, minor, patch + 1],
}
const isStep = (wish: string): wish is keyof typeof STEPS => wish in STEPS

const numbersOf = (version: string) => (VERSION.exec(version) ?? []).slice(1).map(Number)

/** Positive when `one` is the newer version. */
export const compareVersions = (one: string, other: string) => {
  const others = numbersOf(other)
  return (
    numbersOf(one)
      .map((number, index) => number - (others[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  )
}

/** The version that `major`, `minor`, `patch` or a version in full means; throws when it is not newer than `current`. */
export const nextVersion = (current: string, wish: string) => {
  const version = isStep(wish) ? STEPS[wish](numbersOf(current)).join('.') : wish
  if (!VERSION.test(version)) throw new Error(`„${wish}“ is no version. Use 1.2.3, major, minor or patch.`)
  if (compareVersions(version, current) <= 0)
    throw new Error(`Version ${version} is not newer than ${current}, which package.json names.`)
  return version
}
