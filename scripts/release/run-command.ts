import { execFileSync } from 'node:child_process'

interface Place {
  folder: string
  env?: NodeJS.ProcessEnv
}

/** Runs a program and returns what it printed; throws with its own words when it fails. */
export const runCommand = ([command, ...args]: readonly [string, ...string[]], { folder, env }: Place) => {
  try {
    return execFileSync(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
}

export const git = (folder: string, ...args: string[]) =>
  runCommand(['git', ...args], { folder })
    .toString()
    .trim()
