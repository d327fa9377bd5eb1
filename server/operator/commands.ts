import { allowPassword } from './allow-password.ts'
import { backUp } from './back-up.ts'
import type { Command } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { disableSecondFactor } from './disable-second-factor.ts'
import { doctor } from './doctor.ts'
import { goBackCommand } from './go-back.ts'
import { jobs, retryJobs } from './jobs.ts'
import { dropOldKeys, rotateKeys } from './key-commands.ts'
import { retryMails } from './mail-retry.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { status } from './status.ts'
import { unlockUser } from './unlock-user.ts'
import { verifyBackupCommand } from './verify-archive.ts'

/** Every command, in the order of the help. A new one is a file of its own and a line here. */
export const COMMANDS: readonly Command[] = [
  status,
  doctor,
  createAdmin,
  resetPassword,
  unlockUser,
  disableSecondFactor,
  allowPassword,
  backUp,
  restore,
  goBackCommand,
  verifyBackupCommand,
  rotateKeys,
  dropOldKeys,
  retryMails,
  jobs,
  retryJobs,
]
