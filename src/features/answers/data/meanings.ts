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
credit line, credit facility, line of credit, revolver, revolving credit
buyback, repurchase, share repurchase, bought back
write down, written down, writedown, impair, impairment, write off
biggest, largest, greatest, top, main, principal
smallest, lowest, least
bought, buy, acquire, acquisition, purchase, sold to
buyer, purchaser, acquirer
sold, sale, divest, disposal, dispose
sell, sale, sold, divest
pay, paid, payment, consideration, purchase price
cost, price, consideration
stake, interest, equity interest, ownership
shareholder, stockholder, shareowner, unitholder
stock, share, common stock
expire, expiry, maturity
mature, maturity, fall due, due within
first, 1st
second, 2nd
third, 3rd
fourth, 4th
one, 1
dependent, reliance, accounted for, concentration, represent
backlog, remaining performance obligation, order book
committed, commitment
performance fee, incentive fee
auditor, independent registered public accounting firm, audit firm, external auditor
unqualified opinion, unmodified opinion, clean opinion, present fairly, true and fair view
lawyer, counsel, legal counsel
headquarters, principal executive offices, head office, headquartered, registered office
founded, incorporated, established, formed
listed, listing, traded, quoted
exchange, stock exchange
dividend, distribution, cash dividend
going concern, substantial doubt, material uncertainty
doubt, uncertainty
lawsuit, litigation, legal proceeding, claim, class action
fine, penalty, settlement
restructuring, reorganization, reorganisation, exit
start, begin, commence, started, began
close, closed, ceased, cease operations, shut down, discontinued
outlook, guidance, forecast, expectation, prospects, expect
expect, anticipate, forecast, project, estimate
strategy, strategic plan, plan, strategic
risk, risks, uncertainty
grow, growth, increase, expand, expansion
shrink, decline, decrease, contract, compress, lower
rise, rose, increase, grew, went up, go up, up, higher, climbed
fall, fell, decrease, decline, drop, down, come down, go down, lower, reduced
move, change, increase, decrease
pension deficit, underfunded, deficit, unfunded
covid, covid-19, pandemic, coronavirus
fair value, market value
lease, rent, rental
tenant, lessee
lender, bank, creditor
insurer, insurance company
supplier, vendor, supply
partner, partnership
rating, credit rating
tax rate, effective tax rate, income tax rate, effective income tax rate
interest rate, coupon
average price, weighted average price, average sale price, average selling price
appointed, promoted, promotion, named, became, elected, joined, succeed
emission, greenhouse gas
guarantee, guaranteed
volume, shipment
utilization, utilisation, capacity utilization
occupancy, occupied, leased
revenue, sales, net sales, turnover
profit, income, earnings
us, united states, u.s, usa, american
uk, united kingdom, britain, british
uae, united arab emirates
chief legal officer, general counsel
md, managing director
svp, senior vice president
evp, executive vice president
vp, vice president
founder, founded, co-founder
parent, holding company, controlling shareholder, parent company
subsidiary, wholly-owned subsidiary, unit, affiliate
jv, joint venture, equity method, associate
equity accounted, equity method, at equity
spend, spent, expenditure, invested, outlay, cost
raise, raised, proceeds, gross proceeds, issued, offering
ipo, initial public offering
borrow, borrowed, drew, drawn, draw down, borrowings
drawn, outstanding borrowings, amount outstanding, borrowed
owed, outstanding, payable
repay, repaid, repayment, redeem, redeemed, retire
refinance, refinancing, extend, amended
facility, credit agreement, loan agreement, term loan
bond, note, senior notes, debenture
collateral, pledged, secured by, security
headroom, availability, unused capacity
interest cover, interest coverage ratio
leverage, debt to equity, net debt, gearing
cash pile, cash and cash equivalents, liquidity
cash on hand, cash and cash equivalents
dilution, dilutive
payout, dividend, distribution
special dividend, extraordinary dividend
dividend per share, dividends declared per share
book value, net asset value, equity per share
charge, expense, impairment, cost
one-off, non-recurring, exceptional, one-time, special item
provision, allowance, reserve, accrual
bad debt, credit loss, expected credit loss, doubtful accounts, allowance
npl, non-performing loan, nonaccrual, non-accrual
charge-off, write-off, net charge-offs
cet1, common equity tier 1
rwa, risk-weighted assets
nim, net interest margin
nii, net interest income
non-interest income, noninterest income, other income
non-interest expense, noninterest expense, other expense
premium, premiums written, gross premiums
approval, approved, clearance, authorised, authorized, granted
royalty, royalties
milestone, milestone payment
license, licensing, licence agreement
collaboration, partnership, alliance, collaborate
data center, data centre
subscriber, subscribers, customers
churn, attrition, cancellation
arpu, average revenue per user
arr, annual recurring revenue, recurring revenue
franchise, franchised, franchisee
occupancy rate, occupancy, percent leased
wale, weighted average lease term, remaining lease term
backlog, unfilled orders, order book, contracted
order, orders, bookings
government, federal
government, state
government grant, subsidy, grant
layoff, layoffs, workforce reduction, reduction in force, redundancies, severance
remuneration, pay, compensation, salary, total remuneration
bonus, incentive, short-term incentive
severance, termination benefit
stock option, option, share option
rsu, restricted stock unit
vest, vested, vesting
pension, defined benefit, retirement plan
tax loss, net operating loss, nol, carryforward, carried forward losses
uncertain tax position, unrecognized tax benefit
restate, restated, restatement
material weakness, weakness, ineffective
internal control, internal controls
audit fee, audit fees
audit opinion, unqualified, opinion
key audit matter, critical audit matter
related party, related parties, affiliate
settle, settled, settlement
sue, sued, lawsuit, complaint filed, plaintiff
investigation, inquiry, subpoena, probe
penalty, fine, civil penalty
delist, delisting, deficiency notice, minimum bid
market cap, aggregate market value, market capitalization, market capitalisation
shares outstanding, outstanding shares, issued shares
reverse split, reverse stock split, share consolidation
preferred, preferred stock, preference shares
warrant, warrants
hedge, hedging, derivative, swap
fx, foreign exchange, currency, exchange rate, exchange rates
basis points, bps
commodity, raw material, input cost
inflation, price increases, rising costs
supply chain, logistics, supply
shortage, scarcity, constraint
deal, transaction, acquisition, merger, agreement
takeover, acquisition, merger
target, acquired company, objective
synergy, synergies, cost savings
saving, savings, cost reduction, efficiency
earn-out, earnout, contingent consideration
consideration, purchase price, price paid
carve-out, spin-off, separation
segment, business segment, reportable segment, division
division, segment, business unit
region, geographic area, geography
country, jurisdiction
international, foreign, non-u.s
rival, competitor, competition, compete
market share, share of the market
customer concentration, largest customer, major customer, significant customer
client, customer
exposure, exposed, outstanding
concentration, percentage of total
guidance, outlook, full-year, expects
aim, target, goal, objective, intend
medium-term, long-term target
carbon, emissions, greenhouse gas, co2
net zero, carbon neutral
renewable, solar, wind
safety, incident rate, injury, trir
seasonal, seasonality
registered office, registered address
incorporated, organized under the laws, formed
year end, fiscal year end, financial year
subsequent event, after the reporting period, after year end
held for sale, assets held for sale
discontinued, discontinued operation
useful life, estimated useful lives, depreciated over
deferred revenue, contract liability, contract liabilities, unearned
inventory write-down, obsolete inventory, reserve for obsolescence
work in progress, work in process
same-store, comparable, like-for-like, lfl, organic
volume, units sold, unit volume
price, pricing, average price
mix, product mix
headwind, adverse, unfavorable, negative impact
tailwind, favorable, positive impact
driver, reason, cause
improve, improved, improvement, better
worse, deteriorate, deteriorated, weaker
negative, loss, losses
profitable, profit, net income, positive
break even, breakeven, break-even
recover, recovered, recovery, rebound
exit, exited, withdraw, withdrawn, discontinue
expand, expansion, extended
e-commerce, online sales, online, digital
run out, expire, expiry, expiration
left, remaining, remain, still available, yet to be
undrawn, unused, unutilized, unutilised, available
step down, resign, resignation, retire
break fee, termination fee
fastest, quickest
square foot, square feet, sq ft
contract, agreement
launch, introduce, commence
store, shop, outlet
hotel room, guestroom, guest room, room, suite
plant, factory, manufacturing facility
plan, program, programme
spin-off, spinoff, separation
cyberattack, cyber attack, cyber incident, data breach, cybersecurity incident
regulator, regulatory authority
owe, payable, obligated to pay
complete, consummate, close
africa, african
america, american
asia, asian
australia, australian
brazil, brazilian
canada, canadian
china, chinese
europe, european
france, french
germany, german
india, indian
italy, italian
japan, japanese
mexico, mexican
spain, spanish
`;
