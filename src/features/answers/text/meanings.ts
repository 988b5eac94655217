/** Words and phrases that say the same in a question and in a report; one meaning on each line. */
export const MEANINGS = `
ceo, chief executive, chief executive officer
cfo, chief financial officer, finance director, finance chief
coo, chief operating officer
cto, chief technology officer
chair, chairman, chairwoman, chairperson
r&d, research and development
sg&a, selling general administrative
capex, capital expenditure
aum, assets under management, managed assets
nav, net asset value
m&a, merger, acquisition
staff, employee, headcount, workforce, personnel, people employed, associates
workers, employee
union, labor union, labour union, collective bargaining, trade union
overseas, abroad, foreign, outside
undrawn, unused, unutilized, unutilised, not drawn, available
credit line, credit facility, line of credit, revolver, revolving credit
buyback, repurchase, share repurchase, bought back
open market, market purchase
break fee, breakup fee, termination fee
fall through, terminated, termination
write down, written down, writedown, impair, impairment, write off
step down, stepping down, retire, resign, step off, departure, leave board, not stand for election
biggest, largest, greatest, top, main, principal
smallest, lowest, least
fastest, quickest, most rapid
yard, shipyard, shipbuilder
ship, vessel, tanker
newbuilding, built, constructed
bought, buy, acquire, acquisition, purchase, sold to, sale
buyer, purchaser, acquirer
sold, sale, divest, disposal, dispose
sell, sale, sold, divest
owe, obligated to pay, payable, required to pay, liable
pay, paid, payment, consideration, purchase price
cost, price, consideration
own, hold, held, interest, ownership, stake, owned
stake, interest, equity interest, ownership
co-own, joint venture, jointly owned, formed
owner, holder
shareholder, stockholder, shareowner, unitholder
holder, shareholder, stockholder
stock, share, common stock
manufacturing partner, contract manufacturer, manufacture
manage, operate, operated
run out, runs out, expire, expiry, expiration, ends
expire, expiry, maturity
due, maturity, falling due
hit, loss, impact, charge, losses related
catastrophe, disaster
upstream, dividend
regulator, regulatory approval, prior approval
without asking, without approval, without prior approval
breakeven, break-even
per day, daily
covenant, covenants
comply, compliance, meeting, met, satisfied
liquidity, minimum liquidity
dependent, reliance, accounted for, concentration, represent
walk away, terminate
deposit, deposits
land, site, acre, property
plant, facility, factory, fab, manufacturing site
size, square foot, area
sq ft, square foot, square feet, sqft
spin-off, spinoff, distribution, separation
hand, distribute, distribution
customer count, customers
contract, agreement, purchase order
signed, entered, executed, agreement
single largest, largest
backlog, remaining performance obligation, order book
committed, commitment
commitments outstanding, outstanding commitments, unfunded commitments
left, remaining, remained, available
remaining capacity, remaining availability
plan, program, programme, scheme, authorization, authorisation
performance fee, incentive fee
fund, company, trust
custodian, custody
auditor, independent registered public accounting firm, audit firm, external auditor
lawyer, counsel, legal counsel
headquarters, principal executive offices, head office, headquartered, registered office
founded, incorporated, established, formed
listed, listing, traded, quoted
exchange, stock exchange
dividend, distribution, cash dividend
ever, never
going concern, substantial doubt, material uncertainty
doubt, uncertainty
goodwill, goodwill impairment
lawsuit, litigation, legal proceeding, claim, class action
fine, penalty, settlement
hack, cyberattack, cyber attack, cyber incident, data breach, cybersecurity incident
restructuring, reorganization, reorganisation, exit
launch, launched, undertake, initiate, commence, introduce
start, begin, commence, started, began
close, closed, ceased, cease operations, shut down, discontinued
operating, operation, open
outlook, guidance, forecast, expectation, prospects, expect
expect, anticipate, forecast, project, estimate
priority, priorities, focus, objective, goal
strategy, strategic plan, plan, strategic
pillar, element, component, plank
risk, risks, uncertainty
option, alternative, alternatives
grow, growth, increase, expand, expansion
shrink, decline, decrease, contract, compress, lower
rise, rose, increase, grew, went up, go up, up, higher, climbed
fall, fell, decrease, decline, drop, down, come down, go down, lower, reduced
move, change, increase, decrease
bigger, larger, increase, higher
pension deficit, wind-up deficit, underfunded, deficit, unfunded
covid, covid-19, pandemic, coronavirus
help customers, response, respond
fair value, market value
worth, value
invest, investment
employ, employee
store, shop, location, outlet
country, nation
patent, patents
tonnage, deadweight
lease, rent, rental
landlord, lessor
tenant, lessee
lender, bank, creditor
insurer, insurance company
supplier, vendor, supply
partner, partnership
rating, credit rating
tax rate, effective tax rate
interest rate, coupon
convertible, debenture, convertible note
mortgage, loan
average price, weighted average price, average sale price, average selling price
atm, at-the-market
appointed, promoted, promotion, named, became, elected, joined, succeed
board, board of directors, director
internal auditor, internal audit
committee, committees
audit committee, audit risk committee
resource grade, grade
reserve, reserves
mine, mining
drill, drilling, drilled
well, wells
solar, renewable
emission, greenhouse gas
site, sites, project, development
fee waiver, waive
exposure, exposed
guarantee, guaranteed
volume, shipment
utilization, utilisation, capacity utilization
occupancy, occupied, leased
member, subscriber, user
active, actives
visit, visits, traffic
revenue, sales, net sales, turnover
profit, income, earnings
loss, losses
us, united states, u.s, usa, american
uk, united kingdom, britain
uae, united arab emirates
`;
