import type { Env } from '#server/env.ts'
import { StartError } from '#server/start-error.ts'

/** What the process answers: 0 all is well, 1 it failed or found a fault, 2 the call itself was wrong. */
export const EXIT = { ok: 0, failed: 1, wrongCall: 2 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** The command cannot do what was asked; the message is German and says what to do. */
export class OperatorError extends StartError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperatorError'
  }
}

/** The call was wrong: an argument is missing, or an option is unknown. */
export class WrongCall extends OperatorError {}

/** Where a command reads its settings, writes its answer and asks; a test gives its own. */
export interface Terminal {
  /** The environment variables. */
  variables: NodeJS.ProcessEnv
  now: () => Date
  /** Writes one paragraph of the answer. */
  say(text: string): void
  /** Writes a remark that does not belong to the answer, such as progress; programs that read the answer do not see it. */
  remark(text: string): void
  /** Asks for one line; undefined when nobody can answer. */
  ask(question: string): Promise<string | undefined>
}

interface Option {
  /** The name of its value in the help; without it the option is a switch. */
  value?: string
  /** May be given several times. */
  isList?: boolean
  help: string
}

export interface Call extends Terminal {
  args: readonly string[]
  /** The value of an option; undefined when it was not given. */
  option(name: string): string | undefined
  list(name: string): readonly string[]
  has(name: string): boolean
  /** The settings, checked; throws when they are wrong. */
  settings(): Env
  /** Says what will happen and asks whether to go on, unless `--yes` was given. Throws when the answer is no. */
  confirm(whatHappens: string): Promise<void>
}

export interface Command {
  /** As it is typed: `user reset-password`. */
  name: string
  /** The names of its arguments in the help; those in brackets, at the end, may be missing. */
  args?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** One line for the list of commands. */
  summary: string
  /** What else somebody has to know before calling it. */
  details?: string
  /** It changes data, so it asks before, and has `--yes`. */
  isAsking?: boolean
  run(call: Call): Promise<Exit | undefined>
}
