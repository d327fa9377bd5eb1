import type { Platform } from '#server/http/platform.ts'
import type { MailTemplate } from '#server/mail/send-mail.ts'
export const registrationMails = (_platform: Platform): Record<string, MailTemplate> => ({})
