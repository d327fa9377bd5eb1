/**
 * A child's first name as mails print it. The form is open to everyone, and a mail program turns `evil.example` into a
 * link: only letters, blanks, hyphens and apostrophes are left.
 */
export const nameInMail = (firstname: string) =>
  firstname
    .replace(/[^\p{L}\p{M}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim() || 'Ihr Kind'
