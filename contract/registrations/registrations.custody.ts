/** Who has custody follows from the family's declaration and the contact's position (domain §3.3). */
export const hasCustody = (custody: string, position: number) => position === 1 || custody === 'joint'
